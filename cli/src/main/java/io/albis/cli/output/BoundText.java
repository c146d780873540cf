// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import io.albis.convert.internal.literal.ValueText;
import io.albis.reader.ColumnSummary;
import io.albis.tools.output.RawText;
import java.util.Optional;

/** Formats bounds of statistics as values, with bytes that are not UTF-8 as {@code \xff}. */
public final class BoundText {

  private BoundText() {}

  /** Formats the lower bound of a column; null if there is none. */
  public static String min(ColumnSummary summary) {
    return of(summary, summary.min(), summary.minBytes());
  }

  /** Formats the upper bound of a column; null if there is none. */
  public static String max(ColumnSummary summary) {
    return of(summary, summary.max(), summary.maxBytes());
  }

  private static String of(ColumnSummary summary, Optional<Object> bound, Optional<byte[]> bytes) {
    return bytes
        .map(string -> RawText.shown(RawText.decode(string)))
        .or(() -> bound.map(value -> ValueText.of(summary.type(), value)))
        .orElse(null);
  }
}
