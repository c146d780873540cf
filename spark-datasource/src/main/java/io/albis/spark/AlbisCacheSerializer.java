// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.cache.CachedFrames;
import io.albis.spark.internal.compat.Capabilities;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.columnar.SimpleMetricsCachedBatchSerializer;
import org.apache.spark.sql.execution.ColumnarToRowExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.WholeStageCodegenExec;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.storage.StorageLevel;
import scala.collection.immutable.Seq;

/**
 * Caches data frames of any source as segments of Albis: set {@code spark.sql.cache.serializer} to
 * the name of this class, and use {@code cache()}, {@code persist} and {@code CACHE TABLE} as
 * before. Values are kept outside of the heap in the layout of the format, and read in place: no
 * compression, no decoding, and a query pays for the columns that it reads.
 *
 * <p>Data frames with a type that the format does not have, such as {@code CalendarInterval} and
 * {@code void}, are cached by Spark's own serializer.
 *
 * <p>The memory of a cached batch belongs to its block: it is freed when Spark removes the block,
 * after the tasks that read it at that time. It counts in Spark's storage memory, but is not part
 * of the heap. With {@code MEMORY_AND_DISK}, batches for which there is no room are mapped files in
 * Spark's local directories, which are read in place as well (TeraCache, chapter 3); the setting
 * {@code spark.datasource.albis.mapped-cache} decides.
 */
public final class AlbisCacheSerializer extends SimpleMetricsCachedBatchSerializer {

  private static final long serialVersionUID = 1L;

  private final DefaultCachedBatchSerializer spark = new DefaultCachedBatchSerializer();

  /** For Spark. */
  public AlbisCacheSerializer() {}

  @Override
  public boolean supportsColumnarInput(Seq<Attribute> schema) {
    return Capabilities.CHOOSES_CACHED_PLAN
        && CachedFrames.of(schema).map(CachedFrames::areVectorsSupported).orElse(false);
  }

  /**
   * Leaves out Spark's conversion of vectors to rows. That of an accelerator remains, since its
   * vectors may be readable by itself alone; and so does an adaptive plan, whose rows Spark would
   * convert to vectors.
   */
  @Override
  public SparkPlan convertToColumnarPlanIfPossible(SparkPlan plan) {
    SparkPlan top = plan instanceof WholeStageCodegenExec stage ? stage.child() : plan;
    return top instanceof ColumnarToRowExec ? super.convertToColumnarPlanIfPossible(plan) : plan;
  }

  @Override
  public RDD<CachedBatch> convertInternalRowToCachedBatch(
      RDD<InternalRow> input, Seq<Attribute> schema, StorageLevel storageLevel, SQLConf conf) {
    Optional<CachedFrames> frames = CachedFrames.of(schema);
    return frames.isPresent()
        ? frames.get().build(input, storageLevel, conf)
        : spark.convertInternalRowToCachedBatch(input, schema, storageLevel, conf);
  }

  @Override
  public RDD<CachedBatch> convertColumnarBatchToCachedBatch(
      RDD<ColumnarBatch> input, Seq<Attribute> schema, StorageLevel storageLevel, SQLConf conf) {
    return CachedFrames.of(schema)
        .filter(CachedFrames::areVectorsSupported)
        .orElseThrow(() -> new IllegalArgumentException("Cannot cache vectors of " + schema))
        .buildOfVectors(input, storageLevel, conf);
  }

  @Override
  public boolean supportsColumnarOutput(StructType schema) {
    return CachedFrames.of(schema).isPresent() || spark.supportsColumnarOutput(schema);
  }

  @Override
  public RDD<ColumnarBatch> convertCachedBatchToColumnarBatch(
      RDD<CachedBatch> input,
      Seq<Attribute> cacheAttributes,
      Seq<Attribute> selectedAttributes,
      SQLConf conf) {
    Optional<CachedFrames> frames = CachedFrames.of(cacheAttributes);
    return frames.isPresent()
        ? frames.get().read(input, cacheAttributes, selectedAttributes)
        : spark.convertCachedBatchToColumnarBatch(input, cacheAttributes, selectedAttributes, conf);
  }

  @Override
  public RDD<InternalRow> convertCachedBatchToInternalRow(
      RDD<CachedBatch> input,
      Seq<Attribute> cacheAttributes,
      Seq<Attribute> selectedAttributes,
      SQLConf conf) {
    Optional<CachedFrames> frames = CachedFrames.of(cacheAttributes);
    return frames.isPresent()
        ? frames.get().readRows(input, cacheAttributes, selectedAttributes)
        : spark.convertCachedBatchToInternalRow(input, cacheAttributes, selectedAttributes, conf);
  }
}
