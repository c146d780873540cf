// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What the script of the page draws; it goes there as JSON.
 *
 * @param kind how the series are drawn
 * @param columns how many panels stand beside each other
 * @param panels from left to right, then down
 */
record Chart(Kind kind, int columns, List<Panel> panels) {

  /** The family of series that only bytes are behind: what the machine allows. */
  static final String CEILING = "ceiling";

  enum Kind {
    /** A horizontal bar for each series, which has one point: its x is the value. */
    BARS,
    /** A line with points for each series. */
    LINES,
    /** A labelled point for each series. */
    POINTS
  }

  /**
   * One pair of axes.
   *
   * @param title stands above
   * @param x name of the horizontal axis, with its unit
   * @param y name of the vertical axis, with its unit; empty for bars
   */
  record Panel(String title, String x, String y, List<Series> series) {}

  /**
   * What is compared.
   *
   * @param name for people
   * @param family what series of one hue have in common
   * @param variant from 0, counts those of a family
   */
  record Series(String name, String family, int variant, List<Point> points) {}

  /**
   * A value and its spread.
   *
   * @param low the least round; null if there is no spread
   * @param high the greatest round; null if there is no spread
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(double x, double y, Double low, Double high) {}
}
