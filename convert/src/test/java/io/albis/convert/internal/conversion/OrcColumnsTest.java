// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.OrcSource;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.Table;
import java.nio.file.Path;
import java.util.List;
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
    TableConversion.Settings settings = ParquetColumnsTest.settings(random, true);
    OrcSource source = new OrcSource(file, List.of(), TimeUnit.NANOS);
    var result = TableConversion.toTable(InputSet.of(source), table, settings);
    assertThat(result.verifiedRows()).isEqualTo(result.written().writtenRows());
    try (Table written = Table.open(table)) {
      ExpectedRows.assertSame(written, OrcRecords.read(file, source.schema()));
      assertThat(written.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
