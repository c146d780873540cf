// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random data frames of all types in tables of Albis and files of Parquet, which are copied to a
 * table as vectors where the write takes them: it has the same rows as the files, bit by bit.
 * {@code -Dalbis.seeds} sets their number, {@code -Dalbis.seed} repeats one.
 */
@ExtendWith(SparkTestSession.class)
class RandomCopyTest {

  private static final String[] FORMATS = {"albis", "parquet"};

  static LongStream seeds() {
    return RandomCacheTest.countedSeeds(10);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void writesWhatWasRead(long seed, @TempDir Path dir, SparkSession session) {
    session.conf().set("spark.sql.timeType.enabled", "true");
    session.conf().set("spark.sql.datetime.java8API.enabled", "true");
    Random random = new Random(seed);
    String format = FORMATS[random.nextInt(FORMATS.length)];
    session.conf().set("spark.sql.parquet.columnarReaderBatchSize", 1 + random.nextInt(999));
    String path = dir.resolve("frame").toString();
    Dataset<Row> rows =
        RandomFrames.of(
            session,
            RandomFrames.schema(1 + random.nextInt(8), random),
            random.nextInt(3000),
            1 + random.nextInt(3),
            random);
    rows.write().format(format).save(path);
    Dataset<Row> frame = session.read().format(format).load(path);
    if (random.nextBoolean()) {
      frame = frame.where("f0 IS NOT NULL");
    }
    List<String> expected = RandomFrames.binary(frame);
    String table = dir.resolve("table").toString();

    frame.write().format("albis").save(table);

    Dataset<Row> copy = session.read().format("albis").load(table);
    assertThat(RandomFrames.binary(copy)).isEqualTo(expected);
  }
}
