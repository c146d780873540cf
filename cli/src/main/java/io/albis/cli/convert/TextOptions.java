// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.convert.Conversion;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that read CSV and JSON lines. */
public final class TextOptions {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--schema",
      paramLabel = "COLUMN=TYPE,...",
      description =
          "Types of columns of CSV and JSON lines (default: inferred from a sample). Such as:"
              + " id=int64,price=decimal(7,2),tags=list<string>.")
  private String schema;

  @Option(
      names = "--csv-delimiter",
      paramLabel = "CHARACTER",
      description = "Field delimiter of CSV (default: comma; of .tsv files tab).")
  private String delimiter;

  @Option(
      names = "--csv-no-header",
      description =
          "The first line of CSV is data. Columns have the names of --schema, or column0 and so"
              + " on.")
  private boolean noHeader;

  @Option(
      names = "--csv-null",
      paramLabel = "TEXT",
      description = "Unquoted text in CSV that means null, in addition to an empty field.")
  private String nullText = "";

  @Option(
      names = "--sample-rows",
      paramLabel = "N",
      description =
          "Rows of each CSV or JSON lines file to infer types from (default: ${DEFAULT-VALUE}).")
  private int sampleRows = 10_000;

  /**
   * Sets the options.
   *
   * @throws ParameterException if one is invalid
   */
  public void applyTo(Conversion conversion) {
    if (sampleRows < 1) {
      throw invalid("--sample-rows", sampleRows + " (expected at least 1)");
    }
    conversion.textTypes(types()).csvNull(nullText).sampleRows(sampleRows);
    if (delimiter != null) {
      conversion.csvDelimiter(delimiter());
    }
    if (noHeader) {
      conversion.withoutCsvHeader();
    }
  }

  private char delimiter() {
    String text = delimiter.equals("\\t") ? "\t" : delimiter;
    if (text.length() != 1 || text.charAt(0) > 127 || "\"\r\n".contains(text)) {
      throw invalid("--csv-delimiter", delimiter + " (expected one ASCII character)");
    }
    return text.charAt(0);
  }

  private Map<String, Type> types() {
    if (schema == null) {
      return Map.of();
    }
    try {
      return ColumnLists.types(schema);
    } catch (InvalidArgumentException e) {
      throw new ParameterException(spec.commandLine(), "Invalid --schema: " + e.getMessage(), e);
    }
  }

  private ParameterException invalid(String option, String value) {
    return new ParameterException(spec.commandLine(), "Invalid " + option + ": " + value);
  }
}
