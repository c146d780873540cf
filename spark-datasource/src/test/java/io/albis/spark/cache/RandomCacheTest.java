// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random data frames of all types, cached at several levels by the serializer of Albis and by that
 * of Spark: both must return what was cached, bit by bit, as columns and as rows. {@code
 * -Dalbis.seeds} sets their number, {@code -Dalbis.seed} repeats one.
 */
@ExtendWith(SparkTestSession.class)
class RandomCacheTest {

  private static final DataType[] TYPES = {
    DataTypes.BooleanType,
    DataTypes.ByteType,
    DataTypes.ShortType,
    DataTypes.IntegerType,
    DataTypes.LongType,
    DataTypes.FloatType,
    DataTypes.DoubleType,
    DataTypes.createDecimalType(7, 2),
    DataTypes.createDecimalType(18, 5),
    DataTypes.createDecimalType(38, 10),
    DataTypes.StringType,
    StringType.apply("UTF8_LCASE"),
    StringType.apply("UNICODE_CI"),
    DataTypes.BinaryType,
    DataTypes.DateType,
    DataTypes.TimestampType,
    DataTypes.TimestampNTZType,
    DataTypes.createYearMonthIntervalType(),
    DataTypes.createDayTimeIntervalType(),
    DataTypes.VariantType,
    new TimeType(6)
  };

  /** Types that only Spark's serializer can cache. */
  private static final DataType[] OTHER_TYPES = {
    DataTypes.CalendarIntervalType, DataTypes.NullType
  };

  private static final String[] LEVELS = {
    "MEMORY_ONLY", "MEMORY_AND_DISK", "DISK_ONLY", "MEMORY_ONLY_SER", "OFF_HEAP"
  };

  private static final String[] FORMATS = {"albis", "parquet"};

  private final SparkSession session;

  RandomCacheTest(SparkSession session) {
    this.session = session;
  }

  static LongStream seeds() {
    Long one = Long.getLong("albis.seed");
    return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong("albis.seeds", 30));
  }

  @AfterEach
  void clear() {
    CacheSession.clear(session);
    CacheSession.useSpark(session);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void readsWhatWasCached(long seed) {
    Random random = new Random(seed);
    check(frame(schema(random, 2, true), 1000, random), random);
  }

  /** Caches columns of files, which come as vectors. */
  @ParameterizedTest
  @MethodSource("seeds")
  void readsWhatWasRead(long seed, @TempDir Path dir) {
    Random random = new Random(seed);
    String format = FORMATS[random.nextInt(FORMATS.length)];
    String path = dir.resolve("frame").toString();
    StructType schema = schema(random, 2, false);
    frame(schema, 3000, random).write().format(format).save(path);
    Dataset<Row> frame = session.read().format(format).load(path);
    check(random.nextBoolean() ? frame.where("f0 IS NOT NULL") : frame, random);
  }

  private Dataset<Row> frame(StructType schema, int maxRows, Random random) {
    session.conf().set("spark.sql.timeType.enabled", "true");
    session.conf().set("spark.sql.datetime.java8API.enabled", "true");
    StructType generated = (StructType) generated(schema);
    return session
        .createDataFrame(rows(generated, maxRows, random), generated)
        .repartition(1 + random.nextInt(3))
        .select(
            Stream.of(schema.fields())
                .map(field -> functions.col(field.name()).cast(field.dataType()))
                .toArray(Column[]::new));
  }

  private void check(Dataset<Row> frame, Random random) {
    session.conf().set("spark.sql.inMemoryColumnarStorage.batchSize", 1 + random.nextInt(300));
    StorageLevel level = StorageLevel.fromString(LEVELS[random.nextInt(LEVELS.length)]);
    session
        .conf()
        .set("spark.datasource.albis.mapped-cache", random.nextBoolean() ? "true" : "auto");
    List<String> expected = binary(frame);

    CacheSession.useAlbis(session);
    List<List<String>> byAlbis = cached(frame, level);
    CacheSession.useSpark(session);
    List<List<String>> bySpark = cached(frame, level);

    for (int i = 0; i < byAlbis.size(); i++) {
      assertThat(byAlbis.get(i)).as("Albis").isEqualTo(expected);
      assertThat(bySpark.get(i)).as("Spark").isEqualTo(expected);
    }
  }

  /** The rows of a cached data frame, read as rows and as columns, each twice. */
  private List<List<String>> cached(Dataset<Row> frame, StorageLevel level) {
    List<List<String>> results = new ArrayList<>();
    frame.persist(level);
    for (boolean isVectorized : new boolean[] {false, true, false, true}) {
      session.conf().set("spark.sql.inMemoryColumnarStorage.enableVectorizedReader", isVectorized);
      // A new plan, with the settings of now.
      results.add(binary(frame.toDF()));
    }
    frame.unpersist(true);
    return results;
  }

  /** Spark's binary form of all rows, in its order. */
  private static List<String> binary(Dataset<Row> frame) {
    UnsafeProjection projection = UnsafeProjection.create(frame.schema());
    List<String> rows = new ArrayList<>();
    InternalRow[] all = frame.queryExecution().executedPlan().executeCollect();
    for (InternalRow row : all) {
      UnsafeRow binary = projection.apply(row);
      rows.add(HexFormat.of().formatHex(binary.getBytes()));
    }
    rows.sort(null);
    return rows;
  }

  private static List<Row> rows(StructType schema, int maxRows, Random random) {
    RandomFrameValues values = new RandomFrameValues(random);
    List<Row> rows = new ArrayList<>();
    for (int i = random.nextInt(maxRows); i > 0; i--) {
      rows.add(values.row(schema));
    }
    return rows;
  }

  private static StructType schema(Random random, int depth, boolean hasOtherTypes) {
    StructField[] fields = new StructField[1 + random.nextInt(8)];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = DataTypes.createStructField("f" + i, type(random, depth), true);
    }
    if (hasOtherTypes && random.nextInt(8) == 0) {
      fields[0] =
          DataTypes.createStructField("x", OTHER_TYPES[random.nextInt(OTHER_TYPES.length)], true);
    }
    return new StructType(fields);
  }

  /** A type whose values are generated, and then cast to the given one. */
  private static DataType generated(DataType type) {
    if (type instanceof StructType struct) {
      return new StructType(
          Stream.of(struct.fields())
              .map(
                  field ->
                      DataTypes.createStructField(field.name(), generated(field.dataType()), true))
              .toArray(StructField[]::new));
    } else if (type instanceof ArrayType array) {
      return DataTypes.createArrayType(generated(array.elementType()), array.containsNull());
    } else if (type instanceof MapType map) {
      return DataTypes.createMapType(map.keyType(), generated(map.valueType()), true);
    }
    return type instanceof StringType || type instanceof VariantType ? DataTypes.StringType : type;
  }

  private static DataType type(Random random, int depth) {
    int choice = depth == 0 ? 3 : random.nextInt(10);
    return switch (choice) {
      case 0 -> {
        StructField[] fields = new StructField[1 + random.nextInt(3)];
        for (int i = 0; i < fields.length; i++) {
          fields[i] = DataTypes.createStructField("g" + i, type(random, depth - 1), true);
        }
        yield new StructType(fields);
      }
      case 1 -> DataTypes.createArrayType(type(random, depth - 1), random.nextBoolean());
      case 2 -> DataTypes.createMapType(DataTypes.LongType, type(random, depth - 1), true);
      default -> TYPES[random.nextInt(TYPES.length)];
    };
  }
}
