// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.roaringbitmap.RoaringBitmap;

/** The places of rows to delete: their numbers in row groups. For one thread. */
final class DeletedRows {

  private final Map<Long, RoaringBitmap> byRowGroup = new TreeMap<>();

  private long latestRowGroup = -1;
  private RoaringBitmap latest;

  /**
   * Adds a row, unless it is there.
   *
   * @param rowGroup number of the row group
   * @param row number of the row in the row group
   */
  void add(long rowGroup, long row) {
    if (rowGroup != latestRowGroup) {
      latest = byRowGroup.computeIfAbsent(rowGroup, number -> new RoaringBitmap());
      latestRowGroup = rowGroup;
    }
    latest.add(Math.toIntExact(row));
  }

  /** Adds the rows that {@link #toBytes} has encoded. */
  void add(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      for (int left = in.readInt(); left > 0; left--) {
        long rowGroup = in.readLong();
        RoaringBitmap rows = new RoaringBitmap();
        rows.deserialize(in);
        byRowGroup.computeIfAbsent(rowGroup, number -> new RoaringBitmap()).or(rows);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] toBytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(byRowGroup.size());
      for (Map.Entry<Long, RoaringBitmap> entry : byRowGroup.entrySet()) {
        out.writeLong(entry.getKey());
        entry.getValue().runOptimize();
        entry.getValue().serialize(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** By number of row group, in ascending order. */
  Map<Long, RoaringBitmap> byRowGroup() {
    return byRowGroup;
  }
}
