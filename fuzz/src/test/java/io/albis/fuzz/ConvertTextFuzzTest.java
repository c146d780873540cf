// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.cli.convert.InputSet;
import io.albis.cli.convert.Inputs;
import io.albis.cli.convert.RowSource;
import io.albis.cli.convert.text.TextSettings;
import io.albis.format.schema.TimeUnit;
import io.albis.writer.row.RowWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** CSV, JSON lines and compressed text; the first byte is the format. */
class ConvertTextFuzzTest {

  private static final List<String> EXTENSIONS =
      List.of(".csv", ".jsonl", ".csv.gz", ".jsonl.gz", ".tsv");

  private static final InputSet.Options OPTIONS =
      new InputSet.Options(List.of(), TimeUnit.MICROS, false, Map.of(), TextSettings.standard());

  @FuzzTest(maxDuration = "3s")
  void text(byte[] input) {
    if (input.length == 0) {
      return;
    }
    String extension = EXTENSIONS.get((input[0] & 0xff) % EXTENSIONS.size());
    byte[] text = Arrays.copyOfRange(input, 1, input.length);
    Path file = Scratch.write("x" + extension, text);
    Conversions.run(
        input,
        () -> {
          InputSet inputs = Inputs.open(List.of(file.toString()), OPTIONS);
          RowSource source = inputs.sources().get(0);
          Conversions.write(
              inputs.schema(),
              writer -> {
                try (RowWriter rows = writer.newRowWriter()) {
                  for (RowSource.Part part : source.parts()) {
                    source.read(part, writer.schema(), rows);
                  }
                }
              });
        });
  }
}
