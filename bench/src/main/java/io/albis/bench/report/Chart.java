// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A chart, drawn by the script of the page from JSON.
 *
 * @param kind how the series are drawn
 * @param columns number of panels in a row
 * @param panels in rows from left to right
 */
record Chart(Kind kind, int columns, List<Panel> panels) {

  /** The family of series of readers that only read bytes: the limit of the machine. */
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
   * @param title shown above
   * @param x label of the horizontal axis, with its unit
   * @param y label of the vertical axis, with its unit; empty for bars
   */
  record Panel(String title, String x, String y, List<Series> series) {}

  /**
   * A series of the chart.
   *
   * @param name shown in the legend
   * @param family series of a family have the same hue
   * @param variant index within the family, from 0
   */
  record Series(String name, String family, int variant, List<Point> points) {}

  /**
   * A value and its spread.
   *
   * @param low the lowest round; null if there is no spread
   * @param high the highest round; null if there is no spread
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Point(double x, double y, Double low, Double high) {}
}
