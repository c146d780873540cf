// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.batch.BatchColumn;
import io.albis.writer.batch.BatchWriter;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** A file with columns that its directories stand for; these have one value in all rows. */
final class HiveSource implements InputSource {

  private final InputSource file;
  private final Schema schema;

  /** By column: the column of the file; -1 if a directory stands for it. */
  private final int[] positions;

  /** By column: what sets the value; null for columns of the file. */
  private final List<Consumer<ValueWriter>> setters;

  /**
   * Adds columns to a file.
   *
   * @param fields all columns in their order
   * @param setters what sets the value of a column that is not in the file, by its name
   */
  HiveSource(InputSource file, List<Field> fields, Map<String, Consumer<ValueWriter>> setters) {
    this.file = file;
    this.schema = Schema.of(fields);
    this.positions = new int[fields.size()];
    this.setters = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < positions.length; i++) {
      Consumer<ValueWriter> setter = setters.get(fields.get(i).name());
      this.setters.add(setter);
      positions[i] = setter == null ? next++ : -1;
    }
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Map<String, String> properties() {
    return file.properties();
  }

  @Override
  public List<Part> parts() {
    return file.parts();
  }

  @Override
  public void read(Part part, Schema wanted, RowWriter rows) throws IOException {
    List<Field> inFile = new ArrayList<>();
    int[] ordinals = new int[positions.length];
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] >= 0) {
        ordinals[inFile.size()] = i;
        inFile.add(wanted.fields().get(i));
      }
    }
    try (RowWriter constant = new ConstantRowWriter(rows, ordinals)) {
      file.read(part, Schema.of(inFile), constant);
    }
  }

  @Override
  public boolean hasColumns() {
    return file.hasColumns();
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    List<Field> inFile = new ArrayList<>();
    List<BatchColumn> columns = new ArrayList<>();
    List<ConstantColumn> constants = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      Field field = wanted.fields().get(i);
      if (positions[i] >= 0) {
        columns.add(batches.column(i));
        inFile.add(field);
      } else {
        constants.add(new ConstantColumn(batches.column(i), field.type(), setters.get(i)));
      }
    }
    // Not closed: the batch writer belongs to the caller.
    BatchWriter ofFile = new ConstantBatchWriter(batches, columns, constants);
    file.readColumns(part, Schema.of(inFile), ofFile, written);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** The columns of the file; those of directories are set when a batch ends. */
  private record ConstantBatchWriter(
      BatchWriter batches, List<BatchColumn> columns, List<ConstantColumn> constants)
      implements BatchWriter {

    @Override
    public BatchColumn column(int field) {
      return columns.get(field);
    }

    @Override
    public void endBatch(int rows) {
      constants.forEach(constant -> constant.set(rows));
      batches.endBatch(rows);
    }

    @Override
    public long rowCount() {
      return batches.rowCount();
    }

    @Override
    public void close() {}
  }

  /** Sets the values that all rows have when a row ends. */
  private final class ConstantRowWriter extends ForwardingRowWriter {

    private final int[] ordinals;
    private final List<Runnable> constants = new ArrayList<>();

    ConstantRowWriter(RowWriter rows, int[] ordinals) {
      super(rows);
      this.ordinals = ordinals;
      for (int i = 0; i < positions.length; i++) {
        if (positions[i] < 0) {
          Consumer<ValueWriter> setter = setters.get(i);
          ValueWriter target = rows.value(i);
          constants.add(() -> setter.accept(target));
        }
      }
    }

    @Override
    int ordinal(int ordinal) {
      return ordinals[ordinal];
    }

    @Override
    public void endRow() {
      for (Runnable constant : constants) {
        constant.run();
      }
      super.endRow();
    }

    @Override
    public void close() {}
  }
}
