// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.package$;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.storage.StorageLevel;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** The conversions of a data frame with one schema to cached batches and back. */
public final class CachedFrames {

  private final CacheSchema schema;

  private CachedFrames(CacheSchema schema) {
    this.schema = schema;
  }

  /** Returns the conversions for columns; empty if segments cannot hold one of their types. */
  public static Optional<CachedFrames> of(StructType columns) {
    return CacheSchema.of(columns).map(CachedFrames::new);
  }

  /** As {@link #of(StructType)}. */
  public static Optional<CachedFrames> of(Seq<Attribute> attributes) {
    return of(DataTypeUtils.fromAttributes(attributes));
  }

  /** The bytes of memory of all cached batches of this process, and of those that are built. */
  public static long memoryBytes() {
    return Region.allocator().allocatedBytes();
  }

  /** The bytes of all cached batches of this process that are in mapped files. */
  public static long mappedBytes() {
    return MappedFile.allBytes();
  }

  /**
   * Returns batches of rows.
   *
   * @param level at which Spark will keep them
   * @throws IllegalArgumentException if a setting has an invalid value
   */
  public RDD<CachedBatch> build(RDD<InternalRow> rows, StorageLevel level, SQLConf conf) {
    return rows.mapPartitionsWithIndex(
        new BuildPartition.OfRows(schema, conf.columnBatchSize(), Mapping.of(level, conf)),
        true,
        tag(CachedBatch.class));
  }

  /** Whether batches can be made of vectors. */
  public boolean areVectorsSupported() {
    return schema.areVectorsSupported();
  }

  /** Returns batches of the rows of vectors, as {@link #build}. */
  public RDD<CachedBatch> buildOfVectors(
      RDD<ColumnarBatch> vectors, StorageLevel level, SQLConf conf) {
    return vectors.mapPartitionsWithIndex(
        new BuildPartition.OfVectors(schema, conf.columnBatchSize(), Mapping.of(level, conf)),
        true,
        tag(CachedBatch.class));
  }

  /**
   * Returns columns of batches.
   *
   * @param cached the columns of the batches
   * @param selected those that are read
   */
  public RDD<ColumnarBatch> read(
      RDD<CachedBatch> batches, Seq<Attribute> cached, Seq<Attribute> selected) {
    return batches.mapPartitionsWithIndex(
        new ReadPartition(schema, CachedBlocks.below(batches), positions(cached, selected)),
        true,
        tag(ColumnarBatch.class));
  }

  /** Returns rows of the columns of batches, as {@link #read}. */
  public RDD<InternalRow> readRows(
      RDD<CachedBatch> batches, Seq<Attribute> cached, Seq<Attribute> selected) {
    return batches.mapPartitionsWithIndex(
        new ReadRows(schema, CachedBlocks.below(batches), positions(cached, selected)),
        true,
        tag(InternalRow.class));
  }

  private static <T> ClassTag<T> tag(Class<T> type) {
    return ClassTag$.MODULE$.apply(type);
  }

  private static int[] positions(Seq<Attribute> cached, Seq<Attribute> selected) {
    var all = package$.MODULE$.AttributeSeq(cached);
    int[] positions = new int[selected.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = all.indexOf(selected.apply(i).exprId());
      if (positions[i] < 0) {
        throw new IllegalArgumentException(
            "Cannot read column " + selected.apply(i).exprId() + ": it is not cached");
      }
    }
    return positions;
  }
}
