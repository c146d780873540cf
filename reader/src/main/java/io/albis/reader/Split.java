// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.PartitionTuple;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
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
 * <p>Serializable with Java serialization or {@link #toBytes}. Immutable and thread-safe.
 *
 * @param tableId id of the table
 * @param snapshotId of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, before any filter
 * @param bytes approximate bytes of the projected columns in these rows
 * @param partition the partition of all its rows, with values in the widths of the present types;
 *     {@link PartitionTuple#NONE} if they are in no partition, or in several. {@link
 *     io.albis.reader.Dataset#partitionValues} returns the values as objects
 * @param sortOrderId id of the order that its rows are known to have; 0 if there is none
 * @param manifests paths of the manifests that describe its rows, relative to the table
 */
public record Split(
    UUID tableId,
    long snapshotId,
    long firstRow,
    long rowCount,
    long bytes,
    PartitionTuple partition,
    int sortOrderId,
    List<String> manifests)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int VERSION = 1;

  /** Length of a partition value that is null. */
  private static final int NULL = -1;

  /**
   * Creates a split, and checks what can be checked without the table.
   *
   * @throws InvalidArgumentException if rows or bytes are negative
   */
  public Split {
    Objects.requireNonNull(tableId, "tableId");
    Objects.requireNonNull(partition, "partition");
    manifests = List.copyOf(manifests);
    if (firstRow < 0
        || rowCount < 0
        || firstRow + rowCount < 0
        || bytes < 0
        || sortOrderId < 0
        || partition.specId() < 0) {
      throw new InvalidArgumentException(
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
      out.writeInt(sortOrderId);
      writePartition(out);
      out.writeInt(manifests.size());
      for (String manifest : manifests) {
        out.writeUTF(manifest);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to serialize a split", e);
    }
    return bytesOut.toByteArray();
  }

  private void writePartition(DataOutputStream out) throws IOException {
    out.writeInt(partition.specId());
    out.writeInt(partition.size());
    for (int i = 0; i < partition.size(); i++) {
      byte[] value = partition.value(i);
      out.writeInt(value == null ? NULL : value.length);
      if (value != null) {
        out.write(value);
      }
    }
  }

  private static PartitionTuple readPartition(DataInputStream in) throws IOException {
    int specId = in.readInt();
    int count = in.readInt();
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      if (length < NULL || length > in.available()) {
        throw new EOFException("A partition value of " + length + " bytes");
      }
      values.add(length == NULL ? null : in.readNBytes(length));
    }
    return specId == 0 && count == 0 ? PartitionTuple.NONE : new PartitionTuple(specId, values);
  }

  /**
   * Deserializes the result of {@link #toBytes}.
   *
   * @throws InvalidArgumentException if the bytes are not a serialized split
   */
  public static Split fromBytes(byte[] split) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(split))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new InvalidArgumentException(
            "Cannot read a split of version " + version + " (expected " + VERSION + ")");
      }
      UUID tableId = new UUID(in.readLong(), in.readLong());
      long snapshotId = in.readLong();
      long firstRow = in.readLong();
      long rowCount = in.readLong();
      long bytes = in.readLong();
      int sortOrderId = in.readInt();
      PartitionTuple partition = readPartition(in);
      int count = in.readInt();
      List<String> manifests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        manifests.add(in.readUTF());
      }
      if (in.read() >= 0) {
        throw new InvalidArgumentException("Invalid split: extra bytes after its end");
      }
      return new Split(
          tableId, snapshotId, firstRow, rowCount, bytes, partition, sortOrderId, manifests);
    } catch (IOException e) {
      throw new InvalidArgumentException(
          "Invalid split: its " + split.length + " bytes are damaged or truncated", e);
    }
  }

  private Object writeReplace() {
    return new Serialized(toBytes());
  }

  /** The form of a split in a Java serialization stream. */
  private static final class Serialized implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Serialized(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
