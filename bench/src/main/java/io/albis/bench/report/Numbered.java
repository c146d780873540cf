/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A section as the template shows it: with the numbers of its figures, which count through the
 * page.
 */
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
