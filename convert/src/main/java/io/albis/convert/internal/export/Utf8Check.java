// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.row.RowField;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Refuses strings that are not valid UTF-8. */
final class Utf8Check {

  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
  private static final int MAX_SHOWN = 64;

  private final BytesView view = new BytesView();

  /**
   * Checks rows of a batch.
   *
   * @param columns loaded with the batch
   * @throws InvalidArgumentException if a string is invalid
   */
  void check(List<RowField> columns, ColumnBatch batch, int start, int count) {
    for (RowField column : columns) {
      check(column, batch, start, count);
    }
  }

  private void check(RowField node, ColumnBatch batch, int start, int count) {
    if (count == 0) {
      return;
    }
    if (node.field().type().kind() == TypeKind.STRING) {
      checkStrings(node, batch, start, count);
      return;
    }
    Nesting nesting = node.field().type().nesting();
    if (nesting == Nesting.LIST || nesting == Nesting.MAP) {
      ElementRange elements = ElementRange.of(node.vector(), start, count);
      for (RowField child : node.children()) {
        check(child, batch, elements.start(), elements.count());
      }
    } else {
      node.children().forEach(child -> check(child, batch, start, count));
    }
  }

  private void checkStrings(RowField node, ColumnBatch batch, int start, int count) {
    ColumnVector vector = node.vector();
    for (int row = start; row < start + count; row++) {
      vector.getBytes(row, view);
      if (!isValid(view)) {
        byte[] bytes = view.toByteArray();
        String hex = HexFormat.of().formatHex(bytes, 0, Math.min(MAX_SHOWN, bytes.length));
        throw new InvalidArgumentException(
            "Cannot export column "
                + node.path()
                + ": a string in rows "
                + (batch.firstRow() + start)
                + " to "
                + (batch.firstRow() + batch.rowCount() - 1)
                + " is not valid UTF-8: 0x"
                + hex
                + (bytes.length > MAX_SHOWN ? "..." : "")
                + " (--invalid-utf8 keep writes the bytes where the format allows it)");
      }
    }
  }

  /** Returns whether bytes are valid UTF-8. */
  static boolean isValid(BytesView view) {
    long at = view.address();
    long end = at + view.length();
    while (at + Long.BYTES <= end && (Memory.getLong(at) & HIGH_BITS) == 0) {
      at += Long.BYTES;
    }
    while (at < end && Memory.getByte(at) >= 0) {
      at++;
    }
    if (at == end) {
      return true;
    }
    // Decoding replaces invalid bytes by U+FFFD, which may also be in the text.
    byte[] bytes = view.toByteArray();
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0
        || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
  }
}
