// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;

/**
 * Reads Avro as generic records, reusing one record; Avro's decoder skips columns that are not
 * selected. A part is a range of bytes between sync markers. The format has no statistics: a
 * selection decodes every row.
 */
public final class AvroReader implements FormatReader {

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    File file = new File(request.location());
    OpenAvro open = new OpenAvro(request, file.length(), new ArrayList<>());
    try {
      List<String> names = request.schema().fields().stream().map(Field::name).toList();
      GenericData data = new GenericData().setFastReaderEnabled(true);
      for (int i = 0; i < request.threads(); i++) {
        GenericDatumReader<GenericRecord> datums = new GenericDatumReader<>(null, null, data);
        DataFileReader<GenericRecord> reader = new DataFileReader<>(file, datums);
        open.readers.add(reader);
        Schema projection = AvroSchemas.select(reader.getSchema(), names);
        datums.setExpected(projection);
      }
    } catch (IOException | RuntimeException e) {
      try (open) {
        throw e;
      }
    }
    return open;
  }

  private record OpenAvro(
      ScanRequest request, long length, List<DataFileReader<GenericRecord>> readers)
      implements OpenFormat {

    @Override
    public void scan(int part, int parts, Totals totals) throws IOException {
      DataFileReader<GenericRecord> reader = readers.get(part);
      if (part > 0) {
        reader.sync(length * part / parts);
      }
      long end = length * (part + 1) / parts;
      AvroSums sums = new AvroSums(request.schema(), totals);
      OptionalLong below = request.below();
      GenericRecord record = null;
      while (reader.hasNext() && !reader.pastSync(end)) {
        record = reader.next(record);
        if (below.isEmpty() || ((Number) record.get(0)).longValue() < below.getAsLong()) {
          sums.add(record);
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (DataFileReader<GenericRecord> reader : readers) {
        reader.close();
      }
    }
  }
}
