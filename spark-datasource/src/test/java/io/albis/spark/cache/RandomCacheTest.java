// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
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
    return countedSeeds(30);
  }

  /** A number of seeds from 0 on, unless a property sets it. */
  static LongStream countedSeeds(long count) {
    Long one = Long.getLong("albis.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Long.getLong("albis.seeds", count));
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
    check(frame(withOtherTypes(schema(random), random), 1000, random), random);
  }

  /** Caches columns of files, which come as vectors. */
  @ParameterizedTest
  @MethodSource("seeds")
  void readsWhatWasRead(long seed, @TempDir Path dir) {
    Random random = new Random(seed);
    String format = FORMATS[random.nextInt(FORMATS.length)];
    String path = dir.resolve("frame").toString();
    frame(schema(random), 3000, random).write().format(format).save(path);
    Dataset<Row> frame = session.read().format(format).load(path);
    check(random.nextBoolean() ? frame.where("f0 IS NOT NULL") : frame, random);
  }

  private Dataset<Row> frame(StructType schema, int maxRows, Random random) {
    session.conf().set("spark.sql.timeType.enabled", "true");
    session.conf().set("spark.sql.datetime.java8API.enabled", "true");
    return RandomFrames.of(session, schema, random.nextInt(maxRows), 1 + random.nextInt(3), random);
  }

  private void check(Dataset<Row> frame, Random random) {
    session.conf().set("spark.sql.inMemoryColumnarStorage.batchSize", 1 + random.nextInt(300));
    StorageLevel level = StorageLevel.fromString(LEVELS[random.nextInt(LEVELS.length)]);
    session
        .conf()
        .set("spark.datasource.albis.mapped-cache", random.nextBoolean() ? "true" : "auto");
    List<String> expected = RandomFrames.binary(frame);

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
      results.add(RandomFrames.binary(frame.toDF()));
    }
    frame.unpersist(true);
    return results;
  }

  private static StructType schema(Random random) {
    return RandomFrames.schema(1 + random.nextInt(8), random);
  }

  private static StructType withOtherTypes(StructType schema, Random random) {
    StructField[] fields = schema.fields();
    if (random.nextInt(8) == 0) {
      fields[0] =
          DataTypes.createStructField("x", OTHER_TYPES[random.nextInt(OTHER_TYPES.length)], true);
    }
    return new StructType(fields);
  }
}
