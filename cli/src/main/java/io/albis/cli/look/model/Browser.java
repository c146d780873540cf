// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The way through pages: which one is shown, from which row and column on, and where the cursor is.
 * Not thread-safe.
 */
public final class Browser implements AutoCloseable {

  /** Rows that one search looks at. */
  static final int SEARCH_ROWS = 100_000;

  private static final int SEARCH_STEP = 512;

  /** A page, and what of it is shown. */
  private static final class View {
    private final Page page;
    private long top;
    private long cursor;
    private int firstColumn;

    View(Page page) {
      this.page = page;
    }
  }

  /** The last one is shown. */
  private final Deque<View> views = new ArrayDeque<>();

  private int height = 1;
  private String message = "";
  private String searched = "";

  /** Shows a page, which is closed with the browser. */
  public Browser(Page first) {
    views.addLast(new View(first));
  }

  private View view() {
    return views.getLast();
  }

  /** Returns the page that is shown. */
  public Page page() {
    return view().page;
  }

  /** Returns the titles of the pages to the one that is shown. */
  public String path() {
    StringJoiner path = new StringJoiner(" \u203a ");
    views.forEach(view -> path.add(view.page.title()));
    return path.toString();
  }

  /** Returns the first row that is shown. */
  public long top() {
    return view().top;
  }

  /** Returns the row of the cursor; 0 if there are none. */
  public long cursor() {
    return view().cursor;
  }

  /** Returns the first column that is shown. */
  public int firstColumn() {
    return view().firstColumn;
  }

  /** Returns what to tell the user; empty for nothing. */
  public String message() {
    return message;
  }

  /** Tells the user something, until the next key. */
  public void tell(String newMessage) {
    message = newMessage;
  }

  /** Sets the number of rows that have room. */
  public void setHeight(int rows) {
    height = Math.max(1, rows);
    moveTo(view().cursor);
  }

  /** Moves the cursor by a number of rows. */
  public void move(long rows) {
    moveTo(view().cursor + rows);
  }

  /** Moves the cursor by screens. */
  public void movePages(int pages) {
    move((long) pages * height);
  }

  /** Moves the cursor to a row, or the nearest one. */
  public void moveTo(long row) {
    View view = view();
    long last = Math.max(0, view.page.size() - 1);
    view.cursor = Math.max(0, Math.min(row, last));
    if (view.cursor < view.top) {
      view.top = view.cursor;
    } else if (view.cursor >= view.top + height) {
      view.top = view.cursor - height + 1;
    }
    view.top = Math.max(0, Math.min(view.top, last - height + 1));
  }

  /** Shows columns further to the right, or left. */
  public void moveColumns(int columns) {
    View view = view();
    int last = view.page.headings().size() - 1;
    view.firstColumn = Math.max(0, Math.min(view.firstColumn + columns, last));
  }

  /** Opens the row of the cursor. */
  public void open() {
    if (page().size() == 0) {
      return;
    }
    Optional<Page> opened = page().open(cursor());
    if (opened.isPresent()) {
      views.addLast(new View(opened.get()));
    } else {
      message = "There is nothing more to see of this";
    }
  }

  /** Returns to the page before; false if there is none. */
  public boolean back() {
    if (views.size() == 1) {
      return false;
    }
    views.removeLast().page.close();
    return true;
  }

  /**
   * Moves to a row by its number, or to a column by its name.
   *
   * @param target a number, from 0, or the start of a name
   */
  public void jump(String target) {
    String wanted = target.strip();
    if (wanted.matches("\\d{1,18}")) {
      moveTo(Long.parseLong(wanted));
      return;
    }
    List<Page.Heading> headings = page().headings();
    String lower = wanted.toLowerCase(Locale.ROOT);
    for (int i = 0; i < headings.size(); i++) {
      if (!wanted.isEmpty() && headings.get(i).name().toLowerCase(Locale.ROOT).startsWith(lower)) {
        view().firstColumn = i;
        return;
      }
    }
    message = "There is no column " + wanted;
  }

  /**
   * Moves to the next row that has a text in one of some columns, upper or lower case.
   *
   * @param text empty for the one of the last search
   * @param columns the columns that are shown: others are not loaded
   */
  public void search(String text, int columns) {
    if (!text.isEmpty()) {
      searched = text.toLowerCase(Locale.ROOT);
    }
    if (searched.isEmpty()) {
      message = "There is no text to search";
      return;
    }
    long row = cursor() + 1;
    long end = Math.min(page().size(), row + SEARCH_ROWS);
    while (row < end) {
      int count = (int) Math.min(SEARCH_STEP, end - row);
      Iterator<List<String>> rows = page().rows(row, count, firstColumn(), columns).iterator();
      for (; rows.hasNext(); row++) {
        if (rows.next().stream().anyMatch(this::isMatch)) {
          moveTo(row);
          return;
        }
      }
    }
    if (end < page().size()) {
      moveTo(end - 1);
      message = "Not found in " + SEARCH_ROWS + " rows; n searches on";
    } else {
      message = "Not found below this row";
    }
  }

  private boolean isMatch(String cell) {
    return cell != null && cell.toLowerCase(Locale.ROOT).contains(searched);
  }

  /** Closes all pages. */
  @Override
  public void close() {
    while (!views.isEmpty()) {
      views.removeLast().page.close();
    }
  }
}
