// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A section for the template, with the numbers of its figures, which are unique in the page. */
record Numbered(Section section, List<NumberedFigure> figures) {

  /**
   * A figure with its number.
   *
   * @param chart index of its chart in the data of the page
   */
  record NumberedFigure(int number, int chart, Figure figure) {}

  static List<Numbered> of(List<Section> sections) {
    List<Numbered> numbered = new ArrayList<>();
    int count = 0;
    for (Section section : sections) {
      List<NumberedFigure> figures = new ArrayList<>();
      for (Figure figure : section.figures()) {
        figures.add(new NumberedFigure(count + 1, count, figure));
        count++;
      }
      numbered.add(new Numbered(section, figures));
    }
    return numbered;
  }
}
