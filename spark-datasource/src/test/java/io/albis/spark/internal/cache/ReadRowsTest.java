// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;

/** Rows that are read from cached batches have the bytes that Spark's own code writes. */
class ReadRowsTest {

  private static final DataType[] TYPES = {
    DataTypes.BooleanType,
    DataTypes.ByteType,
    DataTypes.ShortType,
    DataTypes.IntegerType,
    DataTypes.DateType,
    DataTypes.LongType,
    DataTypes.TimestampType,
    DataTypes.FloatType,
    DataTypes.DoubleType,
    DataTypes.createDecimalType(9, 2),
    DataTypes.createDecimalType(18, 4),
    DataTypes.createDecimalType(19, 0),
    DataTypes.createDecimalType(38, 6),
    DataTypes.StringType,
    DataTypes.BinaryType
  };

  /** A random type, nested up to a depth. */
  private static DataType type(Random random, int depth) {
    int choice = depth == 0 ? 0 : random.nextInt(TYPES.length + 6);
    return switch (choice - TYPES.length) {
      case 0, 1 -> DataTypes.createArrayType(type(random, depth - 1));
      case 2, 3 -> DataTypes.createMapType(type(random, depth - 1), type(random, depth - 1));
      case 4, 5 -> columns(types(random, 1 + random.nextInt(3), depth - 1));
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }

  private static List<DataType> types(Random random, int count, int depth) {
    return Stream.generate(() -> type(random, depth)).limit(count).toList();
  }

  private final long bytesBefore = Region.allocator().allocatedBytes();
  private final List<AlbisCachedBatch> batches = new ArrayList<>();

  @AfterEach
  void leavesNoMemory() {
    batches.forEach(AlbisCachedBatch::close);
    // What the reader does when its task ends.
    if (!batches.isEmpty()) {
      batches.get(batches.size() - 1).region().release();
    }
    assertThat(Region.allocator().allocatedBytes()).isEqualTo(bytesBefore);
  }

  private static StructType columns(List<DataType> types) {
    StructField[] fields = new StructField[types.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = DataTypes.createStructField("c" + i, types.get(i), true);
    }
    return new StructType(fields);
  }

  private static Object value(DataType type, Random random) {
    if (type instanceof DecimalType decimal) {
      BigInteger unscaled = new BigInteger(random.nextInt(127), random);
      BigDecimal value =
          new BigDecimal(unscaled.mod(BigInteger.TEN.pow(decimal.precision())), decimal.scale());
      return Decimal.apply(
          random.nextBoolean() ? value : value.negate(), decimal.precision(), decimal.scale());
    }
    if (type instanceof StructType struct) {
      return new GenericInternalRow(
          Stream.of(struct.fields()).map(field -> value(field.dataType(), random, 3)).toArray());
    }
    if (type instanceof ArrayType array) {
      return array(array.elementType(), random.nextInt(70), random, 2);
    }
    if (type instanceof MapType map) {
      int count = random.nextInt(5);
      return new ArrayBasedMapData(
          array(map.keyType(), count, random, 0), array(map.valueType(), count, random, 3));
    }
    return switch (type.typeName()) {
      case "boolean" -> random.nextBoolean();
      case "byte" -> (byte) random.nextInt();
      case "short" -> (short) random.nextInt();
      case "integer", "date" -> random.nextInt();
      case "long", "timestamp" -> random.nextLong();
      case "float" -> random.nextInt(4) == 0 ? Float.NaN : random.nextFloat();
      case "double" -> random.nextInt(4) == 0 ? -0.0 : random.nextGaussian();
      case "string" -> UTF8String.fromBytes(bytes(random));
      default -> bytes(random);
    };
  }

  private static Object value(DataType type, Random random, int nullsOfTen) {
    return random.nextInt(10) < nullsOfTen ? null : value(type, random);
  }

  private static GenericArrayData array(DataType type, int count, Random random, int nullsOfTen) {
    Object[] values = new Object[count];
    Arrays.setAll(values, i -> value(type, random, nullsOfTen));
    return new GenericArrayData(values);
  }

  private static byte[] bytes(Random random) {
    int limit = random.nextInt(50) == 0 ? 100_000 : random.nextInt(10) == 0 ? 300 : 20;
    byte[] bytes = new byte[random.nextInt(limit)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Adds a batch of random rows, and returns the rows. */
  private List<InternalRow> batch(CacheSchema schema, int rows, int nullsOfTen, Random random) {
    UnsafeProjection projection = UnsafeProjection.create(schema.columns());
    List<InternalRow> all = new ArrayList<>();
    try (BatchBuilder builder = new BatchBuilder(schema)) {
      for (int row = 0; row < rows; row++) {
        Object[] values = new Object[schema.columnCount()];
        for (int i = 0; i < values.length; i++) {
          DataType type = schema.columns().fields()[i].dataType();
          values[i] = value(type, random, nullsOfTen);
        }
        all.add(new GenericInternalRow(values));
        builder.add(projection.apply(all.get(row)));
      }
      batches.add(builder.build(Mapping.NEVER));
    }
    return all;
  }

  private void assertRows(CacheSchema schema, int[] selected, List<InternalRow> expected) {
    DataType[] types =
        IntStream.of(selected)
            .mapToObj(column -> schema.columns().fields()[column].dataType())
            .toArray(DataType[]::new);
    UnsafeProjection projection = UnsafeProjection.create(types);
    Iterator<InternalRow> rows =
        new ReadRows(schema, CachedBlocks.NOT_KNOWN, selected)
            .apply(0, CollectionConverters.asScala(List.<CachedBatch>copyOf(batches).iterator()));
    for (InternalRow row : expected) {
      Object[] values =
          IntStream.of(selected)
              .mapToObj(column -> row.get(column, schema.columns().fields()[column].dataType()))
              .toArray();
      UnsafeRow written = projection.apply(new GenericInternalRow(values));
      assertThat(((UnsafeRow) rows.next()).getBytes()).isEqualTo(written.getBytes());
    }
    assertThat(rows.hasNext()).isFalse();
  }

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 20));
  }

  /** Several batches, of which the first may have no nulls, and up to 80 columns in any order. */
  @ParameterizedTest
  @MethodSource("seeds")
  void writesTheBytesThatSparkWrites(long seed) {
    Random random = new Random(seed);
    int columns = 1 + random.nextInt(random.nextBoolean() ? 5 : 80);
    CacheSchema schema =
        CacheSchema.of(columns(types(random, columns, columns > 5 ? 0 : 2))).orElseThrow();
    List<InternalRow> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int nullsOfTen = i == 0 ? 0 : random.nextInt(11);
      expected.addAll(
          batch(schema, 1 + random.nextInt(columns > 5 ? 700 : 300), nullsOfTen, random));
    }
    int[] selected = random.ints(1 + random.nextInt(columns), 0, columns).toArray();

    assertRows(schema, selected, expected);
  }

  @Test
  void readsRowsWithoutColumns() {
    CacheSchema schema = CacheSchema.of(columns(List.of(DataTypes.LongType))).orElseThrow();

    assertRows(schema, new int[0], batch(schema, 1000, 1, new Random(1)));
  }

  /** A row that is longer than a block, between short ones. */
  @Test
  void readsRowsOfAnySize() {
    CacheSchema schema =
        CacheSchema.of(columns(List.of(DataTypes.StringType, DataTypes.LongType))).orElseThrow();
    UnsafeProjection projection = UnsafeProjection.create(schema.columns());
    List<InternalRow> expected = new ArrayList<>();
    try (BatchBuilder builder = new BatchBuilder(schema)) {
      for (int i = 0; i < 2000; i++) {
        String text = i % 500 == 7 ? "long ".repeat(50_000) : "text " + i;
        expected.add(new GenericInternalRow(new Object[] {UTF8String.fromString(text), (long) i}));
        builder.add(projection.apply(expected.get(i)));
      }
      batches.add(builder.build(Mapping.NEVER));
    }

    assertRows(schema, new int[] {0, 1}, expected);
  }
}
