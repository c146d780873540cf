// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.ConstantColumn;
import io.albis.convert.internal.batch.InputSource;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * A file with columns that its directories stand for; these have one value in all rows.
 *
 * @param description of the file, with all columns in their order
 * @param values of columns that are not in the file, by name; null for null
 */
record HiveSource(InputSource file, Description description, Map<String, Object> values)
    implements InputSource {

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    List<Field> inFile = new ArrayList<>();
    List<BatchColumn> columns = new ArrayList<>();
    List<Constant> constants = new ArrayList<>();
    for (int i = 0; i < schema().fields().size(); i++) {
      Field field = wanted.fields().get(i);
      String name = schema().fields().get(i).name();
      if (values.containsKey(name)) {
        ConstantColumn value = new ConstantColumn(field.type(), values.get(name));
        constants.add(new Constant(value, batches.column(i)));
      } else {
        columns.add(batches.column(i));
        inFile.add(field);
      }
    }
    // Not closed: the batch writer belongs to the caller.
    BatchWriter ofFile = new ConstantBatchWriter(batches, columns, constants);
    file.readColumns(part, Schema.of(inFile), ofFile, written);
  }

  private record Constant(ConstantColumn value, BatchColumn target) {}

  /** The columns of the file; those of directories are set when a batch ends. */
  private record ConstantBatchWriter(
      BatchWriter batches, List<BatchColumn> columns, List<Constant> constants)
      implements BatchWriter {

    @Override
    public BatchColumn column(int field) {
      return columns.get(field);
    }

    @Override
    public void endBatch(int rows) {
      constants.forEach(constant -> constant.value().set(constant.target(), rows));
      batches.endBatch(rows);
    }

    @Override
    public long rowCount() {
      return batches.rowCount();
    }

    @Override
    public void close() {}
  }
}
