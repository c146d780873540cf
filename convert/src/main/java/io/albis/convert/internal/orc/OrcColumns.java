// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.orc;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/** Copies rows of a file to a batch writer, column by column. For one thread. */
public final class OrcColumns {

  private static final int BATCH_ROWS = 1024;

  private final TypeDescription type;
  private final BatchWriter batches;
  private final List<Integer> positions;
  private final List<OrcColumn> columns = new ArrayList<>();

  /**
   * Prepares to copy.
   *
   * @param schema the columns to write
   * @param type of the file
   * @param positions of these columns in the file
   * @param batches gets the columns in the order of the schema
   */
  public OrcColumns(
      Schema schema, TypeDescription type, List<Integer> positions, BatchWriter batches) {
    this.type = type;
    this.positions = List.copyOf(positions);
    this.batches = batches;
    for (int i = 0; i < schema.fields().size(); i++) {
      Field field = schema.fields().get(i);
      TypeDescription stored = type.getChildren().get(positions.get(i));
      columns.add(new OrcColumn(field.type(), stored, field.name(), batches.column(i)));
    }
  }

  /**
   * Copies all rows of a reader.
   *
   * @param written called after each batch with its number of rows
   * @throws io.albis.format.error.InvalidArgumentException if a column cannot hold a value
   */
  public void copy(RecordReader records, IntConsumer written) throws IOException {
    VectorizedRowBatch batch =
        type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
    while (records.nextBatch(batch)) {
      if (batch.size > 0) {
        for (int i = 0; i < columns.size(); i++) {
          columns.get(i).set(batch.cols[positions.get(i)], batch.size);
        }
        batches.endBatch(batch.size);
        written.accept(batch.size);
      }
    }
  }
}
