// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnBatch;
import io.albis.reader.vector.ColumnVector;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;

/** Copies rows one by one: for tables with types that a batch writer does not take. */
final class RowByRowCopier implements RowCopier {

  private final RowWriter writer;
  private final List<FieldCopier> fields = new ArrayList<>();
  private final ValueWriter[] targets;

  /** Leaves so far that are not presence leaves: the ordinals of vectors. */
  private int leaves;

  RowByRowCopier(Schema schema, RowWriter writer) {
    this.writer = writer;
    schema.fields().forEach(field -> fields.add(copier(field)));
    this.targets = new ValueWriter[fields.size()];
    for (int f = 0; f < targets.length; f++) {
      targets[f] = writer.value(f);
    }
  }

  /** Copies a field of the schema that is in no list or map. */
  private interface FieldCopier {

    /** Prepares for the rows of a batch. */
    void start(ColumnBatch batch);

    void copy(int row, ValueWriter target);
  }

  private FieldCopier copier(Field field) {
    if (field.type().kind() == TypeKind.STRUCT) {
      List<FieldCopier> children = new ArrayList<>();
      field.type().children().forEach(child -> children.add(copier(child)));
      return new StructCopier(field.id(), children);
    }
    return new LeafCopier(leaves++, ValueCopier.of(field.type()));
  }

  @Override
  public void copy(ColumnBatch batch) {
    for (FieldCopier field : fields) {
      field.start(batch);
    }
    for (int row = 0; row < batch.rowCount(); row++) {
      for (int f = 0; f < targets.length; f++) {
        fields.get(f).copy(row, targets[f]);
      }
      writer.endRow();
    }
  }

  @Override
  public void close() {
    writer.close();
  }

  private static final class LeafCopier implements FieldCopier {
    private final int ordinal;
    private final ValueCopier values;
    private ColumnVector vector;

    LeafCopier(int ordinal, ValueCopier values) {
      this.ordinal = ordinal;
      this.values = values;
    }

    @Override
    public void start(ColumnBatch batch) {
      vector = batch.column(ordinal);
    }

    @Override
    public void copy(int row, ValueWriter target) {
      values.copy(vector, row, target);
    }
  }

  private static final class StructCopier implements FieldCopier {
    private final int fieldId;
    private final List<FieldCopier> children;

    /** Null if the struct is never null. */
    private ColumnVector presence;

    StructCopier(int fieldId, List<FieldCopier> children) {
      this.fieldId = fieldId;
      this.children = children;
    }

    @Override
    public void start(ColumnBatch batch) {
      presence = batch.presence(fieldId).orElse(null);
      children.forEach(child -> child.start(batch));
    }

    @Override
    public void copy(int row, ValueWriter target) {
      if (presence != null && presence.isNullAt(row)) {
        target.setNull();
        return;
      }
      target.beginStruct();
      for (int f = 0; f < children.size(); f++) {
        children.get(f).copy(row, target.field(f));
      }
      target.endStruct();
    }
  }
}
