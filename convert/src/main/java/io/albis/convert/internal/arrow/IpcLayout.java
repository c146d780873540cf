// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Where the messages of a file are.
 *
 * @param schema as the file has it: dictionary-encoded fields have the type of their values
 * @param narrowDecimals which of its columns cannot be read
 * @param dictionaries positions of dictionary batches
 * @param batches record batches, in order
 * @param hasChangingDictionaries whether dictionaries come after record batches, which must then be
 *     read in order
 */
record IpcLayout(
    Schema schema,
    NarrowDecimals narrowDecimals,
    List<Long> dictionaries,
    List<Batch> batches,
    boolean hasChangingDictionaries) {

  /**
   * A record batch.
   *
   * @param position of the message
   * @param rowCount number of rows
   * @param bytes length of the body
   * @param dictionaries number of dictionary batches that come before it
   */
  record Batch(long position, long rowCount, long bytes, int dictionaries) {}

  /** Starts and ends a file; a stream has none. */
  static final String MAGIC = "ARROW1";

  private static final int ALIGNED_MAGIC = 8;

  static IpcLayout read(ByteSource file) throws IOException {
    byte[] start = new byte[MAGIC.length()];
    if (file.length() >= start.length) {
      file.read(0, ByteBuffer.wrap(start));
    }
    return isMagic(start) ? readFile(file) : readStream(file);
  }

  private static boolean isMagic(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).equals(MAGIC);
  }

  private static IpcLayout readFile(ByteSource file) throws IOException {
    int tail = Integer.BYTES + MAGIC.length();
    long length = file.length();
    if (length < ALIGNED_MAGIC + tail) {
      throw new IOException("the file is not complete");
    }
    ByteBuffer end = ByteBuffer.allocate(tail).order(ByteOrder.LITTLE_ENDIAN);
    file.read(length - tail, end);
    byte[] magic = new byte[MAGIC.length()];
    end.position(Integer.BYTES).get(magic);
    if (!isMagic(magic)) {
      throw new IOException("the file is not complete: it does not end with " + MAGIC);
    }
    int size = end.getInt(0);
    if (size <= 0 || size > length - ALIGNED_MAGIC - tail) {
      throw new IOException("its footer has " + size + " bytes (the file has " + length + ")");
    }
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    file.read(length - tail - size, bytes);
    Footer root = Footer.getRootAsFooter(bytes.flip());
    requireReadable(root.version(), root.schema());
    NarrowDecimals narrow = NarrowDecimals.replace(root.schema());
    ArrowFooter footer = new ArrowFooter(root);
    List<Long> dictionaries = footer.getDictionaries().stream().map(ArrowBlock::getOffset).toList();
    List<Batch> batches = new ArrayList<>();
    for (ArrowBlock block : footer.getRecordBatches()) {
      IpcMessage message = IpcMessage.read(file, block.getOffset());
      if (message.isEnd() || !message.isRecordBatch()) {
        throw new IOException("there is no record batch at " + block.getOffset());
      }
      batches.add(batch(block.getOffset(), message, dictionaries.size()));
    }
    return new IpcLayout(footer.getSchema(), narrow, dictionaries, batches, false);
  }

  /** Arrow's Java library would read values of another byte order as if they were not. */
  private static void requireReadable(int version, org.apache.arrow.flatbuf.Schema schema)
      throws IOException {
    if (version > MetadataVersion.V5) {
      throw new IOException(
          "its metadata is of version " + (version + 1) + " (expected at most 5, of Arrow 1.0)");
    }
    if (schema == null) {
      throw new IOException("it has no schema");
    }
    if (schema.endianness() != Endianness.Little) {
      throw new IOException(
          "its values are big endian (expected little endian; pyarrow reads such files, and writes"
              + " little endian ones on most machines)");
    }
  }

  private static Batch batch(long position, IpcMessage message, int dictionaries)
      throws IOException {
    long rows = message.rowCount();
    if (rows < 0 || rows > Integer.MAX_VALUE) {
      throw new IOException("the record batch at " + position + " has " + rows + " rows");
    }
    return new Batch(position, rows, message.message().bodyLength(), dictionaries);
  }

  private static IpcLayout readStream(ByteSource file) throws IOException {
    IpcMessage first = IpcMessage.read(file, 0);
    if (first.isEnd() || !first.isSchema()) {
      throw new IOException("it does not start with a schema");
    }
    requireReadable(first.message().version(), first.schema());
    NarrowDecimals narrow = NarrowDecimals.replace(first.schema());
    Schema schema = MessageSerializer.deserializeSchema(first.message());
    List<Long> dictionaries = new ArrayList<>();
    List<Batch> batches = new ArrayList<>();
    boolean isChanging = false;
    long at = first.end();
    IpcMessage message = IpcMessage.read(file, at);
    while (!message.isEnd()) {
      if (message.isDictionary()) {
        isChanging |= !batches.isEmpty();
        dictionaries.add(at);
      } else if (message.isRecordBatch()) {
        batches.add(batch(at, message, dictionaries.size()));
      }
      at = message.end();
      message = IpcMessage.read(file, at);
    }
    return new IpcLayout(schema, narrow, dictionaries, batches, isChanging);
  }
}
