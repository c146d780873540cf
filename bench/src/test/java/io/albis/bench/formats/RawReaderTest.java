// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the raw reader reads every byte once, for all files and numbers of threads. */
class RawReaderTest {

  private static final int LONG = (9 << 20) + 17;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"never, 1", "never, 3", "always, 1", "always, 3", "auto, 2"})
  void readsEveryByte(String io, int parts) throws Exception {
    Files.write(directory.resolve("long"), new byte[LONG]);
    Files.createDirectory(directory.resolve("below"));
    Files.write(directory.resolve("below/short"), new byte[100]);
    Files.write(directory.resolve("below/empty"), new byte[0]);

    assertThat(bytesRead(directory, io, parts)).isEqualTo(LONG + 100);
    assertThat(bytesRead(directory.resolve("long"), io, parts)).isEqualTo(LONG);
  }

  private static long bytesRead(Path location, String io, int parts) throws Exception {
    ScanRequest request =
        new ScanRequest(
            location.toString(), SampleRows.select("key"), parts, OptionalLong.empty(), io);
    Totals totals = new Totals(1);
    try (RawReader.Opened raw = (RawReader.Opened) new RawReader().open(request)) {
      for (int part = 0; part < parts; part++) {
        raw.scan(part, parts, totals);
      }
      return raw.bytesRead().sum();
    }
  }
}
