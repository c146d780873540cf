// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.error.CorruptFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * A batch as bytes, for Spark's blocks on disk and on the network: the length of the header, the
 * header, its CRC32C, the bytes of the region, their CRC32C. The region is as it is in memory.
 */
final class BatchCodec {

  private static final int CHUNK = 64 << 10;
  private static final String BLOCK = "a block of cached batches";

  /** Batches that come from a disk of this process may be stored again; those of others are not. */
  private static final UUID PROCESS = UUID.randomUUID();

  private BatchCodec() {}

  static void write(AlbisCachedBatch.Content batch, DataOutput out) throws IOException {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(header);
    data.writeLong(PROCESS.getMostSignificantBits());
    data.writeLong(PROCESS.getLeastSignificantBits());
    data.writeUTF(batch.mapping().name());
    data.writeInt(batch.rows());
    batch.places().write(data);
    byte[] statistics = batch.statistics().getBytes();
    data.writeInt(batch.statistics().numFields());
    data.writeInt(statistics.length);
    data.write(statistics);
    data.writeLong(batch.region().length());
    byte[] bytes = header.toByteArray();
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeInt(checksum(bytes));
    writeRegion(batch.region(), out);
  }

  private static int checksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  private static void writeRegion(Region region, DataOutput out) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] chunk = new byte[CHUNK];
    region.retain();
    try {
      for (long at = 0; at < region.length(); at += CHUNK) {
        int length = (int) Math.min(CHUNK, region.length() - at);
        Platform.copyMemory(null, region.address() + at, chunk, Platform.BYTE_ARRAY_OFFSET, length);
        crc.update(chunk, 0, length);
        out.write(chunk, 0, length);
      }
    } finally {
      region.release();
    }
    out.writeInt((int) crc.getValue());
  }

  /**
   * Reads a batch into a region of its own, which is placed as when it was built if that was in
   * this process.
   *
   * @throws CorruptFileException if a checksum does not match, or the bytes end early. It is not an
   *     EOFException, which Spark takes for the end of the block
   */
  static AlbisCachedBatch.Content read(DataInput in) throws IOException {
    try {
      DataInputStream header = new DataInputStream(new ByteArrayInputStream(readHeader(in)));
      boolean isOfThis = PROCESS.equals(new UUID(header.readLong(), header.readLong()));
      Mapping written = Mapping.valueOf(header.readUTF());
      Mapping mapping = isOfThis ? written : Mapping.NEVER;
      int rows = header.readInt();
      NodePlaces places = NodePlaces.read(header);
      UnsafeRow statistics = new UnsafeRow(header.readInt());
      byte[] values = new byte[header.readInt()];
      header.readFully(values);
      statistics.pointTo(values, values.length);
      Region region = TaskBatches.place(readRegion(header.readLong(), in), mapping);
      return new AlbisCachedBatch.Content(rows, places, statistics, mapping, region);
    } catch (EOFException e) {
      throw new CorruptFileException(BLOCK, -1, "length", "the bytes of a batch", "fewer", e);
    }
  }

  /** Takes memory only for bytes that there are: the length is not verified before they are. */
  private static byte[] readHeader(DataInput in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new CorruptFileException(BLOCK, -1, "length of a header", "0 or more", length);
    }
    byte[] bytes = new byte[Math.min(CHUNK, length)];
    in.readFully(bytes);
    while (bytes.length < length) {
      int known = bytes.length;
      bytes = Arrays.copyOf(bytes, (int) Math.min(2L * known, length));
      in.readFully(bytes, known, bytes.length - known);
    }
    requireEqual("header", in.readInt(), checksum(bytes));
    return bytes;
  }

  private static Region.InMemory readRegion(long length, DataInput in) throws IOException {
    Region.InMemory region = Region.allocate(length);
    boolean isRead = false;
    try {
      CRC32C crc = new CRC32C();
      byte[] chunk = new byte[CHUNK];
      for (long at = 0; at < length; at += CHUNK) {
        int part = (int) Math.min(CHUNK, length - at);
        in.readFully(chunk, 0, part);
        crc.update(chunk, 0, part);
        Platform.copyMemory(chunk, Platform.BYTE_ARRAY_OFFSET, null, region.address() + at, part);
      }
      requireEqual("segments", in.readInt(), (int) crc.getValue());
      isRead = true;
      return region;
    } finally {
      if (!isRead) {
        region.release();
      }
    }
  }

  private static void requireEqual(String what, int expected, int computed) {
    if (expected != computed) {
      throw new CorruptFileException(
          BLOCK,
          -1,
          "checksum of the " + what + " of a batch",
          Integer.toHexString(expected),
          Integer.toHexString(computed));
    }
  }
}
