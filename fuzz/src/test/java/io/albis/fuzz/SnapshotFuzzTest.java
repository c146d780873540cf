// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.SnapshotFile;
import java.util.List;

/** Snapshots, their schemas and statistics. */
class SnapshotFuzzTest {

  @FuzzTest
  void snapshot(byte[] input) {
    Bounded.run(
        input,
        ForgedFile.DOCUMENTED,
        () -> {
          ForgedFile forged = ForgedFile.of(FileKind.SNAPSHOT, input);
          FileEnd end = forged.end();
          SnapshotFile file = SnapshotFile.decode(end, forged.id());
          Metadata.use(file.snapshot());
          file.requireWritable();
          List<ColumnStatistics> statistics =
              file.hasStatistics() ? file.statistics(Metadata.statistics(file, end)) : List.of();
          FileEnd again = FileEnd.whole("again", SnapshotFile.encode(file.snapshot(), statistics));
          SnapshotFile decoded = SnapshotFile.decode(again, forged.id());
          assertThat(decoded.snapshot()).isEqualTo(file.snapshot());
          if (decoded.hasStatistics()) {
            assertThat(decoded.statistics(Metadata.statistics(decoded, again)))
                .isEqualTo(statistics);
          }
        });
  }
}
