// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.albis.cli.convert.UnsupportedTypeException;
import io.albis.cli.output.ValueText;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes CSV (RFC 4180) with a header line. A null is an empty field, an empty string is {@code
 * ""}; {@link ValueText} formats other values.
 */
final class CsvSink implements RowSink {

  private final List<Field> fields;
  private final CsvWriter writer;
  private final List<String> line = new ArrayList<>();

  /**
   * Creates a file.
   *
   * @throws UnsupportedTypeException if a column is nested
   */
  CsvSink(Path file, Schema schema) throws IOException {
    this.fields = schema.fields();
    for (Field field : fields) {
      if (field.type().isNested()) {
        throw new UnsupportedTypeException(
            "export",
            field.name(),
            "CSV has no type for " + field.type() + "; exclude the column with --columns");
      }
    }
    BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
    this.writer = CsvWriter.builder().quoteStrategy(QuoteStrategies.EMPTY).build(out);
    writer.writeRecord(fields.stream().map(Field::name).toList());
  }

  @Override
  public void write(List<Object> row) {
    line.clear();
    for (int i = 0; i < fields.size(); i++) {
      Object value = row.get(i);
      line.add(value == null ? null : ValueText.of(fields.get(i).type(), value));
    }
    writer.writeRecord(line);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
