// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import java.util.List;
import java.util.Optional;

/**
 * A list of rows, of which only those that are shown are loaded. Not thread-safe. Methods throw
 * what the reader throws.
 */
public interface Page extends AutoCloseable {

  /**
   * A column of a page.
   *
   * @param isNumber whether its cells are aligned to the right
   * @param width of its cells in characters, so that they need not be known; 0 for the longest
   */
  record Heading(String name, boolean isNumber, int width) {

    /** Returns a column of text. */
    static Heading text(String name) {
      return new Heading(name, false, 0);
    }

    /** Returns a column of numbers. */
    static Heading number(String name) {
      return new Heading(name, true, 0);
    }
  }

  /** Returns what the page shows, as a part of the path to it. */
  String title();

  /** Returns all columns. */
  List<Heading> headings();

  /** Returns the number of rows. */
  long size();

  /**
   * Loads rows.
   *
   * @param first the first row, from 0
   * @param count at most this many; fewer at the end
   * @param firstColumn the first column to load
   * @param columns the number of columns to load, all of which exist
   * @return the cells of each row; null is an empty cell
   */
  List<List<String>> rows(long first, int count, int firstColumn, int columns);

  /** Opens what a row stands for; empty if there is nothing more to see. */
  default Optional<Page> open(long row) {
    return Optional.empty();
  }

  /** Releases what the page has opened. */
  @Override
  default void close() {}
}
