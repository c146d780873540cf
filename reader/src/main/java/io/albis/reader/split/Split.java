// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.split;

import io.albis.format.error.InvalidSplitException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * A part of a scan: consecutive rows of a snapshot, in whole segments as far as segments of
 * different columns end at the same rows. Another process can read it with a scan that is built in
 * the same way from the same snapshot of the table; it then reads only the manifests listed here.
 *
 * <p>Serializable with Java serialization or {@link #toBytes}.
 *
 * @param tableId id of the table
 * @param snapshotId of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, before any filter
 * @param bytes approximate bytes of the projected columns in these rows
 * @param manifests paths of the manifests that describe its rows, relative to the table
 */
public record Split(
    UUID tableId, long snapshotId, long firstRow, long rowCount, long bytes, List<String> manifests)
    implements Serializable {

  private static final int VERSION = 1;

  /**
   * Creates a split, and checks what can be checked without the table.
   *
   * @throws InvalidSplitException if rows or bytes are negative
   */
  public Split {
    Objects.requireNonNull(tableId, "tableId");
    manifests = List.copyOf(manifests);
    if (firstRow < 0 || rowCount < 0 || firstRow + rowCount < 0 || bytes < 0) {
      throw new InvalidSplitException(
          "Invalid split: "
              + rowCount
              + " rows of "
              + bytes
              + " bytes from row "
              + firstRow
              + " on (expected no negative numbers)");
    }
  }

  /** Serializes the split for {@link #fromBytes}, more compactly than Java serialization. */
  public byte[] toBytes() {
    ByteArrayOutputStream bytesOut = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytesOut)) {
      out.writeByte(VERSION);
      out.writeLong(tableId.getMostSignificantBits());
      out.writeLong(tableId.getLeastSignificantBits());
      out.writeLong(snapshotId);
      out.writeLong(firstRow);
      out.writeLong(rowCount);
      out.writeLong(bytes);
      out.writeInt(manifests.size());
      for (String manifest : manifests) {
        out.writeUTF(manifest);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to serialize a split", e);
    }
    return bytesOut.toByteArray();
  }

  /**
   * Deserializes the result of {@link #toBytes}.
   *
   * @throws InvalidSplitException if the bytes are not a serialized split
   */
  public static Split fromBytes(byte[] split) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(split))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new InvalidSplitException(
            "Cannot read a split of version " + version + " (expected " + VERSION + ")");
      }
      UUID tableId = new UUID(in.readLong(), in.readLong());
      long snapshotId = in.readLong();
      long firstRow = in.readLong();
      long rowCount = in.readLong();
      long bytes = in.readLong();
      int count = in.readInt();
      List<String> manifests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        manifests.add(in.readUTF());
      }
      if (in.read() >= 0) {
        throw new InvalidSplitException("Invalid split: extra bytes after its end");
      }
      return new Split(tableId, snapshotId, firstRow, rowCount, bytes, manifests);
    } catch (IOException e) {
      throw new InvalidSplitException(
          "Invalid split: its " + split.length + " bytes are damaged or truncated", e);
    }
  }
}
