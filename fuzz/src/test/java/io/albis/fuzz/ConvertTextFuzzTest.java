// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.Inputs;
import io.albis.convert.internal.text.TextSettings;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.BatchWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * CSV, JSON lines and compressed text. The first byte is the format; if it is negative, columns
 * have the types below instead of inferred ones. CSV has no header if bit 6 is set, semicolons if
 * bit 5 is.
 */
class ConvertTextFuzzTest {

  private static final List<String> EXTENSIONS =
      List.of(".csv", ".jsonl", ".csv.gz", ".jsonl.gz", ".tsv");

  /** Types of columns that are named a, b and so on. */
  static final List<String> TYPES =
      List.of(
          "boolean",
          "int8",
          "int64",
          "float",
          "double",
          "decimal(9,2)",
          "decimal(38,10)",
          "date",
          "time(nanos)",
          "timestamp(micros)",
          "timestamp(nanos, utc)",
          "fixed_binary(4)",
          "uuid",
          "year_month_interval",
          "day_time_interval",
          "binary",
          "int16",
          "int32",
          "string",
          "list<int64>",
          "map<string, boolean>",
          "map<int32, string>",
          "struct<x: double, y: list<date>>");

  /** Options with the types of columns that are named in the first line. */
  private static InputSet.Options options(int flags, String line) {
    Set<String> words = new HashSet<>(List.of(line.split("[^a-z]+")));
    Map<String, Type> types = new HashMap<>();
    for (int i = 0; i < TYPES.size(); i++) {
      String name = String.valueOf((char) ('a' + i));
      if (words.contains(name)) {
        types.put(name, Type.parse(TYPES.get(i)));
      }
    }
    TextSettings text =
        new TextSettings(types, (flags & 0x20) == 0 ? 0 : ';', (flags & 0x40) == 0, "", 10_000);
    return new InputSet.Options(
        List.of(), TimestampOptions.of(TimeUnit.MICROS), false, Map.of(), text);
  }

  @FuzzTest
  void text(byte[] input) {
    if (input.length == 0) {
      return;
    }
    String extension = EXTENSIONS.get((input[0] & 0x1f) % EXTENSIONS.size());
    byte[] text = Arrays.copyOfRange(input, 1, input.length);
    Path file = Scratch.write("x" + extension, text);
    Conversions.run(
        input,
        () -> {
          String firstLine =
              input[0] < 0
                  ? new String(text, StandardCharsets.UTF_8).lines().findFirst().orElse("")
                  : "";
          InputSet inputs = Inputs.open(List.of(file.toString()), options(input[0], firstLine));
          InputSource source = inputs.sources().get(0);
          Conversions.write(
              inputs.schema(),
              writer -> {
                try (BatchWriter batches = writer.newBatchWriter()) {
                  for (InputSource.Part part : source.parts()) {
                    source.readColumns(part, writer.schema(), batches, rows -> {});
                  }
                }
              });
        });
  }
}
