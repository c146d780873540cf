// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A page of things that are in memory; their cells are made when they are shown.
 *
 * @param <T> a thing
 */
final class ListPage<T> implements Page {

  private final String title;
  private final List<Heading> headings;
  private final List<T> things;
  private final Function<T, List<String>> cells;
  private Function<T, Page> opener;

  ListPage(String title, List<Heading> headings, List<T> things, Function<T, List<String>> cells) {
    this.title = title;
    this.headings = headings;
    this.things = things;
    this.cells = cells;
  }

  /** Sets what opens a thing; it returns null if there is nothing more to see. */
  ListPage<T> opening(Function<T, Page> newOpener) {
    opener = newOpener;
    return this;
  }

  /** Cells, of which some may be null. */
  static List<String> cells(Object... values) {
    return Arrays.stream(values).map(value -> value == null ? null : value.toString()).toList();
  }

  /**
   * An entry of a menu.
   *
   * @param opener null if there is nothing to open
   */
  record Entry(String name, String text, Supplier<Page> opener) {}

  /** Returns a page of entries with a text each. */
  static ListPage<Entry> menu(String title, List<Entry> entries) {
    return new ListPage<>(
            title,
            List.of(Heading.text("what"), Heading.text("")),
            entries,
            entry -> cells(entry.name(), entry.text()))
        .opening(entry -> entry.opener() == null ? null : entry.opener().get());
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public List<Heading> headings() {
    return headings;
  }

  @Override
  public long size() {
    return things.size();
  }

  @Override
  public List<List<String>> rows(long first, int count, int firstColumn, int columns) {
    List<List<String>> rows = new ArrayList<>();
    long end = Math.min(things.size(), first + count);
    for (long i = first; i < end; i++) {
      rows.add(cells.apply(things.get((int) i)).subList(firstColumn, firstColumn + columns));
    }
    return rows;
  }

  @Override
  public Optional<Page> open(long row) {
    return opener == null
        ? Optional.empty()
        : Optional.ofNullable(opener.apply(things.get((int) row)));
  }
}
