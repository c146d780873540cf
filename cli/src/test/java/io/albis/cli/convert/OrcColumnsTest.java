// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.Table;
import io.albis.writer.Packing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of random schemas, written by vectors, have the values that are read row by row, with the
 * dates and timestamps of both calendars. {@code -Dalbis.seed=N} repeats one, {@code
 * -Dalbis.seeds=N} sets the number of seeds.
 */
class OrcColumnsTest {

  @TempDir Path directory;

  static List<Long> seeds() {
    return ParquetColumnsTest.seeds();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readsVectorsAsRows(long seed) throws Exception {
    Path file = directory.resolve("f.orc");
    new RandomOrc(seed).write(file);
    Random random = new Random(seed);
    String table = directory.resolve("t").toString();
    Conversion.Settings settings =
        new Conversion.Settings(
            Conversion.Mode.CREATE,
            ColumnGroupSpec.parse(random.nextInt(3) == 0 ? "all" : "single"),
            256 << 10,
            0,
            Packing.ALL_GROUPS,
            64 << 20,
            1 + random.nextInt(3),
            Ordering.NONE,
            true,
            Map.of());
    try (OrcSource source = new OrcSource(file, List.of(), TimeUnit.NANOS)) {
      assertThat(source.hasColumns()).isTrue();
      var result = Conversion.toTable(InputSet.of(source), table, settings);
      assertThat(result.verifiedRows()).isEqualTo(result.written().writtenRows());
      try (Table written = Table.open(table)) {
        assertThat(written.verify(bytes -> {}).problems()).isEmpty();
      }
    }
  }
}
