// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.row.RowColumn;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
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
  void check(List<RowColumn> columns, ColumnBatch batch, int start, int count) {
    for (RowColumn column : columns) {
      check(column, batch, start, count);
    }
  }

  private void check(RowColumn node, ColumnBatch batch, int start, int count) {
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
      for (RowColumn child : node.children()) {
        check(child, batch, elements.start(), elements.count());
      }
    } else {
      node.children().forEach(child -> check(child, batch, start, count));
    }
  }

  private void checkStrings(RowColumn node, ColumnBatch batch, int start, int count) {
    ColumnVector vector = node.vector();
    for (int row = start; row < start + count; row++) {
      vector.getBytes(row, view);
      if (!isValid(view.address(), view.length())) {
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

  /** Returns whether bytes are valid UTF-8: no overlong forms, no surrogates. */
  static boolean isValid(long address, int length) {
    long at = address;
    long end = address + length;
    while (at < end) {
      if (at + Long.BYTES <= end && (Memory.getLong(at) & HIGH_BITS) == 0) {
        at += Long.BYTES;
        continue;
      }
      int lead = Memory.getByte(at) & 0xff;
      int size = size(lead);
      if (size == 0 || at + size > end || !isValid(at, lead, size)) {
        return false;
      }
      at += size;
    }
    return true;
  }

  private static int size(int lead) {
    if (lead < 0x80) {
      return 1;
    }
    if (lead < 0xc2) {
      return 0;
    }
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  }

  private static boolean isValid(long at, int lead, int size) {
    for (int i = 1; i < size; i++) {
      if ((Memory.getByte(at + i) & 0xc0) != 0x80) {
        return false;
      }
    }
    int second = size == 1 ? 0 : Memory.getByte(at + 1) & 0xff;
    return switch (lead) {
      case 0xe0 -> second >= 0xa0;
      case 0xed -> second < 0xa0;
      case 0xf0 -> second >= 0x90;
      case 0xf4 -> second < 0x90;
      default -> true;
    };
  }
}
