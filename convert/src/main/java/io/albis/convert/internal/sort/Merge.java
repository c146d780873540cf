// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges sorted rows. Of equal rows, those of the source that comes first in the list come first.
 */
final class Merge implements SortedRows {

  /** A source and its next row. */
  private static final class Source implements Comparable<Source> {

    private final int number;
    private final SortedRows rows;
    private final RowBytes key = new RowBytes();
    private final RowBytes row = new RowBytes();

    Source(int number, SortedRows rows) {
      this.number = number;
      this.rows = rows;
    }

    boolean advance() throws IOException {
      return rows.next(key, row);
    }

    @Override
    public int compareTo(Source other) {
      int order =
          Arrays.compareUnsigned(
              key.array(), 0, key.length(), other.key.array(), 0, other.key.length());
      return order != 0 ? order : Integer.compare(number, other.number);
    }
  }

  private final List<? extends SortedRows> sources;
  private final PriorityQueue<Source> queue = new PriorityQueue<>();
  private Source current;
  private boolean isStarted;

  /** Merges sources, which it owns. */
  Merge(List<? extends SortedRows> sources) {
    this.sources = List.copyOf(sources);
  }

  private void start() throws IOException {
    isStarted = true;
    for (int i = 0; i < sources.size(); i++) {
      Source source = new Source(i, sources.get(i));
      if (source.advance()) {
        queue.add(source);
      }
    }
    current = queue.poll();
  }

  @Override
  public boolean next(RowBytes key, RowBytes row) throws IOException {
    if (!isStarted) {
      start();
    }
    if (current == null) {
      return false;
    }
    key.clear();
    key.put(current.key);
    row.clear();
    row.put(current.row);
    advance();
    return true;
  }

  private void advance() throws IOException {
    if (!current.advance()) {
      current = queue.poll();
    } else if (!queue.isEmpty() && current.compareTo(queue.peek()) > 0) {
      Source next = queue.poll();
      queue.add(current);
      current = next;
    }
  }

  @Override
  public void release() {
    sources.forEach(SortedRows::release);
  }
}
