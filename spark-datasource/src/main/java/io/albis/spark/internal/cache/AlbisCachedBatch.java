// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch;
import org.apache.spark.util.KnownSizeEstimation;

/**
 * A handle of rows in a {@link Region}: where their columns are, and their statistics. Spark's
 * memory store closes it when it removes the block; {@link TaskBatches} closes it if the block was
 * not stored. A reader retains the region meanwhile. Serialized as the bytes of the region, with a
 * checksum. Thread-safe.
 */
public final class AlbisCachedBatch
    implements SimpleMetricsCachedBatch,
        KnownSizeEstimation,
        AutoCloseable,
        Serializable,
        KryoSerializable {

  private static final long serialVersionUID = 1L;

  /** Values of Spark's statistics for each column. */
  static final int STATISTICS = 5;

  /** The objects of a handle and its row of statistics, without the bytes of this. */
  private static final long HANDLE_BYTES = 200;

  /** For handles that are lost without being closed, such as those read by no task. */
  private static final Cleaner CLEANER = Cleaner.create();

  private transient Content content;
  private transient Owner owner;
  private transient volatile boolean isWritten;

  /**
   * What a handle refers to.
   *
   * @param rows number of rows
   * @param statistics {@value #STATISTICS} values for each column
   * @param mapping whether the region may be in a file
   */
  record Content(
      int rows, NodePlaces places, UnsafeRow statistics, Mapping mapping, Region region) {}

  /** The reference of the owner, released once. */
  private record Owner(Region region, AtomicBoolean isReleased) implements Runnable {

    @Override
    public void run() {
      if (isReleased.compareAndSet(false, true)) {
        region.release();
      }
    }
  }

  /** For Kryo. */
  public AlbisCachedBatch() {}

  AlbisCachedBatch(Content content) {
    set(content);
  }

  private void set(Content newContent) {
    content = newContent;
    owner = new Owner(newContent.region, new AtomicBoolean());
    CLEANER.register(this, owner);
  }

  @Override
  public int numRows() {
    return content.rows;
  }

  @Override
  public long sizeInBytes() {
    return content.region.length();
  }

  @Override
  public InternalRow stats() {
    return content.statistics;
  }

  /** The bytes that Spark's memory store counts. */
  @Override
  public long estimatedSize() {
    return content.region.memoryBytes()
        + content.places.heapBytes()
        + HANDLE_BYTES
        + content.statistics.getSizeInBytes();
  }

  NodePlaces places() {
    return content.places;
  }

  /** The memory; retain it to read it. */
  Region region() {
    return content.region;
  }

  /** The bytes of a column; columns are one after another. */
  long columnBytes(int column) {
    return content.statistics.getLong(column * STATISTICS + 4);
  }

  /** Whether it was serialized. */
  boolean isWritten() {
    return isWritten;
  }

  boolean isClosed() {
    return owner.isReleased.get();
  }

  /** Releases the memory when its last reader does. Idempotent. */
  @Override
  public void close() {
    owner.run();
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    BatchCodec.write(content, out);
    isWritten = true;
  }

  private void readObject(ObjectInputStream in) throws IOException {
    set(BatchCodec.read(in));
    TaskBatches.add(this, in);
  }

  @Override
  public void write(Kryo kryo, Output output) {
    try {
      DataOutputStream data = new DataOutputStream(output);
      BatchCodec.write(content, data);
      data.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    isWritten = true;
  }

  @Override
  public void read(Kryo kryo, Input input) {
    try {
      set(BatchCodec.read(new DataInputStream(input)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TaskBatches.add(this, input);
  }
}
