// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Writes Avro files, which {@code albis export} does not. */
public final class AvroWriter {

  private AvroWriter() {}

  /**
   * Writes all rows of a table. The file appears atomically when it is complete.
   *
   * @param table URI of the table
   * @param file replaced if it exists
   * @param codec Avro's name of the codec: {@code null}, {@code snappy}, {@code deflate}, {@code
   *     zstandard}
   * @return number of rows
   * @throws IllegalArgumentException for a column of a type that the benchmark does not read
   */
  public static long write(String table, Path file, String codec) throws IOException {
    Path partial = file.resolveSibling("." + file.getFileName() + ".tmp");
    long rows;
    try {
      rows = writeFile(table, partial, codec);
      Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
    return rows;
  }

  private static long writeFile(String table, Path file, String codec) throws IOException {
    long rows = 0;
    try (Table open = Table.open(table);
        RowCursor cursor = open.scan().rows();
        DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
      Schema schema = AvroSchemas.of(open.schema());
      writer.setCodec(CodecFactory.fromString(codec)).create(schema, file.toFile());
      Type row = Type.struct(open.schema().fields());
      while (cursor.next()) {
        writer.append((GenericRecord) value(row, schema, cursor.row().materialize()));
        rows++;
      }
    }
    return rows;
  }

  private static Object value(Type type, Schema schema, Object value) {
    if (value == null) {
      return null;
    }
    Schema own = AvroSchemas.withoutNull(schema);
    return switch (ValueKind.of(type)) {
      case DECIMAL -> ByteBuffer.wrap(((BigDecimal) value).unscaledValue().toByteArray());
      case STRUCT -> {
        GenericRecord record = new GenericData.Record(own);
        for (int i = 0; i < type.children().size(); i++) {
          Schema child = own.getFields().get(i).schema();
          record.put(i, value(type.children().get(i).type(), child, ((List<?>) value).get(i)));
        }
        yield record;
      }
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        for (Object element : (List<?>) value) {
          elements.add(value(type.children().get(0).type(), own.getElementType(), element));
        }
        yield elements;
      }
      case BOOLEAN, INT, LONG, DOUBLE, DATE, TIMESTAMP, TEXT -> value;
    };
  }
}
