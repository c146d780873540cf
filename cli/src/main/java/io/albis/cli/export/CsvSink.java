/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
 * Writes CSV as of RFC 4180 with a line of headings. A null is an empty field, an empty string
 * {@code ""}; other values as of {@link ValueText}.
 */
final class CsvSink implements RowSink {

  private final List<Field> fields;
  private final CsvWriter writer;
  private final List<String> line = new ArrayList<>();

  /**
   * Starts a file.
   *
   * @throws UnsupportedTypeException for nested columns
   */
  CsvSink(Path file, Schema schema) throws IOException {
    this.fields = schema.fields();
    for (Field field : fields) {
      if (field.type().isNested()) {
        throw new UnsupportedTypeException(
            "export",
            field.name(),
            "CSV has no type for " + field.type() + "; leave it out with --columns");
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
