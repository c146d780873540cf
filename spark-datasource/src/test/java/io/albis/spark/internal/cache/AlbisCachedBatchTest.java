// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CorruptFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** The memory and the serialized form of single batches, outside of tasks. */
class AlbisCachedBatchTest {

  private static final StructType COLUMNS = StructType.fromDDL("id BIGINT, name STRING, x DOUBLE");
  private static final CacheSchema SCHEMA = CacheSchema.of(COLUMNS).orElseThrow();
  private static final int ROWS = 1000;

  private final long bytesBefore = Region.allocator().allocatedBytes();
  private final List<AlbisCachedBatch> opened = new ArrayList<>();

  @AfterEach
  void leavesNoMemory() {
    opened.forEach(AlbisCachedBatch::close);
    assertThat(Region.allocator().allocatedBytes()).isEqualTo(bytesBefore);
  }

  private AlbisCachedBatch batch() {
    UnsafeProjection projection = UnsafeProjection.create(COLUMNS);
    try (BatchBuilder builder = new BatchBuilder(SCHEMA)) {
      for (int i = 0; i < ROWS; i++) {
        Object name = i % 10 == 0 ? null : UTF8String.fromString("name " + i);
        builder.add(
            projection.apply(
                new GenericInternalRow(new Object[] {(long) i, name, i == 7 ? Double.NaN : i})));
      }
      AlbisCachedBatch batch = builder.build(Mapping.NEVER);
      opened.add(batch);
      return batch;
    }
  }

  private static Iterator<ColumnarBatch> read(AlbisCachedBatch batch) {
    return CollectionConverters.asJava(
        new ReadPartition(SCHEMA, CachedBlocks.NOT_KNOWN, new int[] {1, 0})
            .apply(0, CollectionConverters.asScala(List.<CachedBatch>of(batch).iterator())));
  }

  private static void assertContent(AlbisCachedBatch batch) {
    ColumnarBatch columns = read(batch).next();
    assertThat(columns.numRows()).isEqualTo(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(columns.column(1).getLong(i)).isEqualTo(i);
      assertThat(columns.column(0).isNullAt(i)).isEqualTo(i % 10 == 0);
      if (i % 10 != 0) {
        assertThat(columns.column(0).getUTF8String(i)).hasToString("name " + i);
      }
    }
  }

  @Test
  void hasTheStatisticsThatSparkPrunesBy() {
    InternalRow statistics = batch().stats();

    assertThat(statistics.getLong(0)).isZero();
    assertThat(statistics.getLong(1)).isEqualTo(ROWS - 1);
    assertThat(statistics.getUTF8String(5)).hasToString("name 1");
    assertThat(statistics.getUTF8String(6)).hasToString("name 999");
    assertThat(statistics.getInt(7)).isEqualTo(ROWS / 10);
    assertThat(statistics.getDouble(10)).isZero();
    assertThat(statistics.getDouble(11)).isNaN();
    assertThat(statistics.getInt(13)).isEqualTo(ROWS);
  }

  /** A column of longs costs eight bytes a row, and nothing else is as large as the values. */
  @Test
  void reportsTheMemoryThatItHolds() {
    AlbisCachedBatch batch = batch();

    assertThat(batch.stats().getLong(4)).isEqualTo(ROWS * 8L);
    assertThat(batch.sizeInBytes()).isLessThanOrEqualTo(batch.region().memoryBytes());
    assertThat(batch.region().memoryBytes())
        .isEqualTo(Region.allocator().allocatedBytes() - bytesBefore);
    assertThat(batch.estimatedSize())
        .isBetween(batch.region().memoryBytes(), batch.region().memoryBytes() + 2000);
  }

  @Test
  void keepsMemoryWhileItIsRead() {
    AlbisCachedBatch batch = batch();
    ColumnarBatch columns = read(batch).next();

    batch.close();
    batch.close();

    assertThat(columns.column(1).getLong(999)).isEqualTo(999);
    assertThat(Region.allocator().allocatedBytes()).isGreaterThan(bytesBefore);
    // What the reader does when its task ends.
    batch.region().release();
  }

  @Test
  void refusesToBeReadAfterItWasClosed() {
    AlbisCachedBatch batch = batch();
    batch.close();

    assertThatThrownBy(() -> read(batch).next())
        .isInstanceOf(ClosedException.class)
        .hasMessage("Cannot read a cached batch: its block was removed from the cache");
  }

  @Test
  void invalidatesABatchWhenTheNextIsRead() {
    List<CachedBatch> two = List.of(batch(), batch());
    scala.collection.Iterator<ColumnarBatch> all =
        new ReadPartition(SCHEMA, CachedBlocks.NOT_KNOWN, new int[] {0})
            .apply(0, CollectionConverters.asScala(two.iterator()));
    ColumnarBatch first = all.next();
    all.next();

    assertThatThrownBy(() -> first.column(0).getLong(0)).isInstanceOf(ClosedException.class);

    ((AlbisCachedBatch) two.get(1)).region().release();
  }

  private static byte[] serialized(AlbisCachedBatch batch) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(batch);
    }
    return bytes.toByteArray();
  }

  private AlbisCachedBatch deserialized(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      AlbisCachedBatch copy = (AlbisCachedBatch) in.readObject();
      opened.add(copy);
      return copy;
    }
  }

  @Test
  void isSerializedByJava() throws Exception {
    AlbisCachedBatch batch = batch();

    AlbisCachedBatch copy = deserialized(serialized(batch));

    assertThat(batch.isWritten()).isTrue();
    assertThat(copy.stats()).isEqualTo(batch.stats());
    assertThat(copy.sizeInBytes()).isEqualTo(batch.sizeInBytes());
    assertContent(copy);
    copy.region().release();
  }

  @Test
  void isSerializedByKryo() {
    AlbisCachedBatch batch = batch();
    Kryo kryo = new KryoSerializer(new SparkConf()).newKryo();
    Output output = new Output(4096, -1);

    kryo.writeClassAndObject(output, batch);
    AlbisCachedBatch copy = (AlbisCachedBatch) kryo.readClassAndObject(new Input(output.toBytes()));
    opened.add(copy);

    assertThat(copy.stats()).isEqualTo(batch.stats());
    assertContent(copy);
    copy.region().release();
  }

  /** Wherever a byte of the header or of the values is changed. */
  @Test
  void refusesChangedBytes() throws Exception {
    byte[] bytes = serialized(batch());
    for (int at : new int[] {400, bytes.length / 2, bytes.length - 100}) {
      bytes[at] ^= 1;

      assertThatThrownBy(() -> deserialized(bytes))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("checksum");

      bytes[at] ^= 1;
    }
  }

  private static byte[] encoded(AlbisCachedBatch batch) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BatchCodec.write(
        new AlbisCachedBatch.Content(
            batch.numRows(),
            batch.places(),
            (UnsafeRow) batch.stats(),
            Mapping.NEVER,
            batch.region()),
        new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void assertCorrupt(byte[] bytes, String what) {
    assertThatThrownBy(() -> BatchCodec.read(new DataInputStream(new ByteArrayInputStream(bytes))))
        .as(what)
        .isInstanceOf(CorruptFileException.class);
  }

  /** The length is read before its checksum, and must not be the size of an array. */
  @Test
  void refusesEachChangedByteOfTheHeader() throws Exception {
    byte[] bytes = encoded(batch());
    int end = Integer.BYTES + ByteBuffer.wrap(bytes).getInt() + Integer.BYTES;
    for (int at = 0; at < end; at++) {
      for (int change : new int[] {1, 0x10, 0x7F, 0x80, 0xFF}) {
        bytes[at] ^= (byte) change;

        assertCorrupt(bytes, "byte " + at + " changed by " + change);

        bytes[at] ^= (byte) change;
      }
    }
  }

  /** Spark takes an EOFException for the end of a block, and would lose the rows after it. */
  @Test
  void refusesABatchThatEndsEarly() throws Exception {
    byte[] bytes = encoded(batch());
    for (int length = 0; length < bytes.length; length += 1 + length / 20) {
      assertCorrupt(Arrays.copyOf(bytes, length), "length " + length);
    }
  }
}
