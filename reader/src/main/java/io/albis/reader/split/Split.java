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
 * A part of a scan: consecutive rows of a snapshot, of whole segments as far as those of different
 * columns end at the same rows. Another process can read it, by a scan that is built the same way
 * from the same snapshot of the table; of the manifests, it then reads those that are named here.
 *
 * <p>Can be sent by Java serialization or by {@link #toBytes}.
 *
 * @param tableId id of the table
 * @param snapshotId of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, before any filter
 * @param bytes of the projected columns in them, about
 * @param manifests paths of the manifests that describe its rows, relative to the table
 */
public record Split(
    UUID tableId, long snapshotId, long firstRow, long rowCount, long bytes, List<String> manifests)
    implements Serializable {

  private static final int VERSION = 1;

  /**
   * Checks what can be checked without the table.
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

  /** The split in some bytes, for {@link #fromBytes}: less than Java serialization needs. */
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
      throw new UncheckedIOException("Failed to write a split to memory", e);
    }
    return bytesOut.toByteArray();
  }

  /**
   * The split that {@link #toBytes} has written.
   *
   * @throws InvalidSplitException if the bytes are not those of a split
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
        throw new InvalidSplitException("Invalid split: bytes follow behind its end");
      }
      return new Split(tableId, snapshotId, firstRow, rowCount, bytes, manifests);
    } catch (IOException e) {
      throw new InvalidSplitException(
          "Invalid split: its " + split.length + " bytes are damaged or cut off", e);
    }
  }
}
