// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.ColumnBatch;
import io.albis.spark.internal.source.Source;
import java.util.List;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** The vectors of metadata columns. They are set for each batch, in constant time. */
final class MetadataVectors {

  private final List<MetadataColumn> columns;
  private final ColumnVector[] vectors;

  /** What {@code _file} is set for. */
  private Source source;

  private long rowGroup = -1;

  MetadataVectors(List<MetadataColumn> columns) {
    this.columns = columns;
    this.vectors = new ColumnVector[columns.size()];
    for (int i = 0; i < vectors.length; i++) {
      MetadataColumn column = columns.get(i);
      vectors[i] =
          column == MetadataColumn.ROW_INDEX
              ? new RowIndexVector()
              : new ConstantColumnVector(1, column.type());
    }
  }

  /** Returns the vectors: always the same objects. */
  ColumnVector[] vectors() {
    return vectors.clone();
  }

  /** Sets the vectors for a batch. */
  void set(ColumnBatch batch, Source newSource) {
    if (vectors.length == 0) {
      return;
    }
    boolean isNewRowGroup = !newSource.equals(source) || batch.rowGroup() != rowGroup;
    for (int i = 0; i < vectors.length; i++) {
      if (vectors[i] instanceof RowIndexVector index) {
        index.set(batch);
      } else if (isNewRowGroup) {
        setConstant(columns.get(i), (ConstantColumnVector) vectors[i], batch, newSource);
      }
    }
    source = newSource;
    rowGroup = batch.rowGroup();
  }

  private static void setConstant(
      MetadataColumn column, ConstantColumnVector vector, ColumnBatch batch, Source source) {
    switch (column) {
      case FILE -> vector.setUtf8String(UTF8String.fromString(InputFile.uri(source, batch::file)));
      case ROW_GROUP -> vector.setLong(batch.rowGroup());
      case SNAPSHOT -> {
        if (source.isFile()) {
          vector.setNull();
        } else {
          vector.setNotNull();
          vector.setLong(source.snapshotId());
        }
      }
      case ROW_INDEX -> throw new IllegalStateException("Not constant: " + column);
    }
  }
}
