// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.ParquetSource;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of random schemas, written column by column, have the values that parquet-java's records
 * have. {@code -Dalbis.seed=N} repeats one, {@code -Dalbis.seeds=N} sets the number of seeds.
 */
class ParquetColumnsTest {

  @TempDir Path directory;

  static List<Long> seeds() {
    Long one = Long.getLong("albis.seed");
    if (one != null) {
      return List.of(one);
    }
    List<Long> seeds = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < Integer.getInteger("albis.seeds", 60); i++) {
      // Half of the seeds are the same in every run, half are new.
      seeds.add(i % 2 == 0 ? i : start + i);
    }
    return seeds;
  }

  /** Small row groups, in a random layout, by a random number of threads. */
  static TableConversion.Settings settings(Random random, boolean verify) {
    return new TableConversion.Settings(
        TableConversion.Mode.CREATE,
        ColumnGroupSpec.parse(random.nextInt(3) == 0 ? "all" : "single"),
        256 << 10,
        0,
        false,
        64 << 20,
        1 + random.nextInt(3),
        Ordering.NONE,
        verify,
        Map.of(),
        ProgressListener.NONE);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsColumnsAsRecords(long seed) throws Exception {
    Path file = directory.resolve("f.parquet");
    new RandomParquet(seed).write(file);
    Random random = new Random(seed);
    String table = directory.resolve("t").toString();
    TableConversion.Settings settings = settings(random, true);
    ParquetSource source = new ParquetSource(file, List.of(), TimestampOptions.of(TimeUnit.MICROS));
    InputSet inputs = InputSet.of(source);
    var result = TableConversion.toTable(inputs, table, settings);
    assertThat(result.verifiedRows()).isEqualTo(result.written().writtenRows());
    try (Table written = Table.open(table)) {
      ExpectedRows.assertSame(written, ParquetRecords.read(file, source.schema()));
      assertThat(written.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
