// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * A message of the IPC format.
 *
 * @param message the metadata; null if it is the end of a stream
 * @param body the position of the body in the file
 * @param end the position of the next message
 */
record IpcMessage(Message message, long body, long end) {

  private static final int CONTINUATION = -1;

  private static final String EXPERIMENTAL_COMPRESSION = "ARROW:experimental_compression";

  /**
   * Reads a message without its body.
   *
   * @throws IOException if it does not lie within the file
   */
  static IpcMessage read(ByteSource file, long position) throws IOException {
    long length = file.length();
    if (position == length) {
      return new IpcMessage(null, position, position);
    }
    if (position < 0 || position > length - Integer.BYTES) {
      throw new IOException("a message at " + position + " is not in the file");
    }
    int size = readInt(file, position);
    long at = position + Integer.BYTES;
    if (size == CONTINUATION) {
      if (at > length - Integer.BYTES) {
        throw new IOException("the message at " + position + " ends after the file");
      }
      size = readInt(file, at);
      at += Integer.BYTES;
    }
    if (size == 0) {
      return new IpcMessage(null, at, at);
    }
    if (size < 0 || size > length - at) {
      throw new IOException(
          "the message at " + position + " has " + size + " bytes (the file has " + length + ")");
    }
    ByteBuffer metadata = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    file.read(at, metadata);
    Message message = Message.getRootAsMessage(metadata.flip());
    requireKnownCompression(message, position);
    long body = at + size;
    if (message.bodyLength() < 0 || message.bodyLength() > length - body) {
      throw new IOException(
          "the body of the message at "
              + position
              + " has "
              + message.bodyLength()
              + " bytes (the file has "
              + length
              + ")");
    }
    return new IpcMessage(message, body, body + message.bodyLength());
  }

  /** Arrow 0.17 named the codec in metadata of the message only. */
  private static void requireKnownCompression(Message message, long position) throws IOException {
    for (int i = 0; i < message.customMetadataLength(); i++) {
      if (EXPERIMENTAL_COMPRESSION.equals(message.customMetadata(i).key())) {
        throw new IOException(
            "the message at "
                + position
                + " is compressed in the experimental way of Arrow 0.17 (expected that of Arrow"
                + " 1.0 or later)");
      }
    }
  }

  private static int readInt(ByteSource file, long position) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    file.read(position, bytes);
    return bytes.getInt(0);
  }

  boolean isEnd() {
    return message == null;
  }

  boolean isSchema() {
    return message.headerType() == MessageHeader.Schema;
  }

  /** Returns the schema of a message that {@link #isSchema}. */
  Schema schema() {
    return (Schema) message.header(new Schema());
  }

  boolean isDictionary() {
    return message.headerType() == MessageHeader.DictionaryBatch;
  }

  boolean isRecordBatch() {
    return message.headerType() == MessageHeader.RecordBatch;
  }

  /** Returns the number of rows of a record batch, or values of a dictionary. */
  long rowCount() {
    if (isRecordBatch()) {
      return ((RecordBatch) message.header(new RecordBatch())).length();
    }
    return ((DictionaryBatch) message.header(new DictionaryBatch())).data().length();
  }
}
