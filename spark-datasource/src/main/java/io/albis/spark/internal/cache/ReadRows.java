// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.Serializable;
import java.util.Collections;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Reads the cached batches of a partition as rows of Spark's binary form. */
final class ReadRows extends AbstractFunction1<Iterator<CachedBatch>, Iterator<InternalRow>>
    implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ReadPartition batches;
  private final StructType types;

  /**
   * Creates a function.
   *
   * @param selected positions of the columns that are read
   */
  ReadRows(CacheSchema schema, int[] selected) {
    this.batches = new ReadPartition(schema, selected);
    StructField[] fields = new StructField[selected.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = schema.columns().fields()[selected[i]];
    }
    this.types = new StructType(fields);
  }

  @Override
  public Iterator<InternalRow> apply(Iterator<CachedBatch> partition) {
    return new Rows(batches.apply(partition), UnsafeProjection.create(types));
  }

  private static final class Rows extends AbstractIterator<InternalRow> {

    private final Iterator<ColumnarBatch> batches;
    private final UnsafeProjection projection;
    private java.util.Iterator<InternalRow> rows = Collections.emptyIterator();

    Rows(Iterator<ColumnarBatch> batches, UnsafeProjection projection) {
      this.batches = batches;
      this.projection = projection;
    }

    @Override
    public boolean hasNext() {
      while (!rows.hasNext() && batches.hasNext()) {
        rows = batches.next().rowIterator();
      }
      return rows.hasNext();
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return projection.apply(rows.next());
    }
  }
}
