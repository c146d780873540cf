// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.arrow;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/** Loads record batches of a file, in any order. For one thread. */
final class IpcReader extends ArrowReader {

  /** Bytes that one call reads. */
  private static final int READ_SIZE = 1 << 30;

  private static final long MAX_LZ4_RATIO = 255;

  private final ByteSource file;
  private final IpcLayout layout;
  private int loadedDictionaries;

  /** Reads from a file, which this closes. */
  IpcReader(ByteSource file, IpcLayout layout, BufferAllocator allocator) {
    super(allocator, CommonsCompressionFactory.INSTANCE);
    this.file = file;
    this.layout = layout;
  }

  /** Loads all dictionaries, and returns the schema, in which fields have the type of indexes. */
  Schema loadSchema() throws IOException {
    loadDictionaries(layout.dictionaries().size());
    return getVectorSchemaRoot().getSchema();
  }

  /** Loads a batch, and the dictionaries that come before it. */
  VectorSchemaRoot load(IpcLayout.Batch batch) throws IOException {
    loadDictionaries(batch.dictionaries());
    prepareLoadNextBatch();
    IpcMessage message = IpcMessage.read(file, batch.position());
    ArrowBuf body = readBody(message);
    ArrowRecordBatch loaded;
    try {
      loaded = MessageSerializer.deserializeRecordBatch(message.message(), body);
    } catch (IOException | RuntimeException e) {
      release(body);
      throw e;
    }
    try {
      requirePlausible(loaded);
    } catch (IOException e) {
      loaded.close();
      throw e;
    }
    loadRecordBatch(loaded);
    return getVectorSchemaRoot();
  }

  /** Releases a body, and the parts of it that belong to a batch that could not be made. */
  private static void release(ArrowBuf body) {
    if (body.refCnt() > 0) {
      body.getReferenceManager().release(body.refCnt());
    }
  }

  private void loadDictionaries(int count) throws IOException {
    ensureInitialized();
    for (; loadedDictionaries < count; loadedDictionaries++) {
      long position = layout.dictionaries().get(loadedDictionaries);
      IpcMessage message = IpcMessage.read(file, position);
      if (message.isEnd() || !message.isDictionary()) {
        throw new IOException("there is no dictionary at " + position);
      }
      ArrowBuf body = readBody(message);
      ArrowDictionaryBatch loaded;
      try {
        loaded = MessageSerializer.deserializeDictionaryBatch(message.message(), body);
      } catch (IOException | RuntimeException e) {
        release(body);
        throw e;
      }
      try {
        requirePlausible(loaded.getDictionary());
      } catch (IOException e) {
        loaded.close();
        throw e;
      }
      loadDictionary(loaded);
    }
  }

  /** Arrow allocates heap for as many bytes as a buffer says that LZ4 decompresses it to. */
  private static void requirePlausible(ArrowRecordBatch batch) throws IOException {
    if (batch.getBodyCompression().getCodec() != CompressionType.LZ4_FRAME) {
      return;
    }
    for (ArrowBuf buffer : batch.getBuffers()) {
      long length = buffer.capacity() < Long.BYTES ? 0 : buffer.getLong(0);
      if (length > MAX_LZ4_RATIO * buffer.capacity()) {
        throw new IOException(
            "a buffer of "
                + buffer.capacity()
                + " bytes cannot be decompressed to "
                + length
                + " bytes");
      }
    }
  }

  private ArrowBuf readBody(IpcMessage message) throws IOException {
    long length = message.message().bodyLength();
    ArrowBuf body = allocator.buffer(length);
    try {
      for (long at = 0; at < length; at += READ_SIZE) {
        ByteBuffer part = body.nioBuffer(at, (int) Math.min(READ_SIZE, length - at));
        file.read(message.body() + at, part);
      }
      return body;
    } catch (IOException | RuntimeException e) {
      release(body);
      throw e;
    }
  }

  @Override
  public boolean loadNextBatch() {
    throw new UnsupportedOperationException("Batches are loaded by their position");
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() throws IOException {
    file.close();
  }

  @Override
  protected Schema readSchema() {
    return layout.schema();
  }
}
