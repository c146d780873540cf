// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.schema.Schema;
import io.albis.reader.Aggregator;
import io.albis.reader.ColumnVector;
import io.albis.spark.internal.aggregate.PartialAggregations;
import io.albis.spark.internal.read.PartialAggregation;
import io.albis.spark.internal.read.PartialGroups;
import io.albis.spark.internal.vector.SparkVectors;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/**
 * What tasks compute of the rows of cached batches instead of returning them.
 *
 * @param columns that are read of the batches
 */
public record CachedAggregation(StructType columns, PartialAggregation aggregation)
    implements java.io.Serializable {

  /**
   * Translates an aggregation of cached columns.
   *
   * @param scanned the columns that are read of the cached data frame
   * @param computed what Spark computes of them before it aggregates
   * @param conditions of the rows
   * @param groups the grouping expressions
   * @return empty if there is something that the reader does not compute exactly as Spark does
   */
  public static Optional<CachedAggregation> of(
      Seq<Attribute> scanned,
      Map<ExprId, Expression> computed,
      List<Expression> conditions,
      List<Expression> groups,
      List<AggregateExpression> aggregates) {
    StructType columns = DataTypeUtils.fromAttributes(scanned);
    Schema schema = CacheSchema.of(columns).map(CacheSchema::schema).orElse(null);
    if (schema == null) {
      return Optional.empty();
    }
    Map<ExprId, String> names = new HashMap<>();
    for (int i = 0; i < scanned.size(); i++) {
      names.put(scanned.apply(i).exprId(), schema.fields().get(i).name());
    }
    return PartialAggregations.of(schema, names, computed, conditions, groups, aggregates, true)
        .map(aggregation -> new CachedAggregation(columns, aggregation));
  }

  /**
   * Returns the groups of each partition.
   *
   * @param batches of the columns, by {@link CachedFrames#read}
   * @param groups counts them
   */
  public RDD<InternalRow> groups(RDD<ColumnarBatch> batches, SQLMetric groups) {
    return batches.mapPartitions(
        new Groups(this, groups), false, ClassTag$.MODULE$.apply(InternalRow.class));
  }

  @Override
  public String toString() {
    return aggregation.toString();
  }

  private static final class Groups
      extends AbstractFunction1<Iterator<ColumnarBatch>, Iterator<InternalRow>>
      implements java.io.Serializable {

    private static final long serialVersionUID = 1L;

    private final CachedAggregation aggregation;
    private final SQLMetric count;

    Groups(CachedAggregation aggregation, SQLMetric count) {
      this.aggregation = aggregation;
      this.count = count;
    }

    @Override
    public Iterator<InternalRow> apply(Iterator<ColumnarBatch> batches) {
      PartialGroups groups =
          new PartialGroups(aggregation.aggregation, new Batches(aggregation, batches));
      return new AbstractIterator<>() {

        private InternalRow next = groups.next();

        @Override
        public boolean hasNext() {
          return next != null;
        }

        @Override
        public InternalRow next() {
          InternalRow row = next;
          if (row == null) {
            throw new NoSuchElementException();
          }
          count.add(1);
          next = groups.next();
          return row;
        }
      };
    }
  }

  private static final class Batches implements PartialGroups.Batches {

    private final Schema schema;
    private final Iterator<ColumnarBatch> batches;
    private ColumnarBatch batch;
    private List<ColumnVector> vectors;

    Batches(CachedAggregation aggregation, Iterator<ColumnarBatch> batches) {
      this.schema = CacheSchema.of(aggregation.columns).orElseThrow().schema();
      this.batches = batches;
    }

    @Override
    public boolean advance() {
      if (!batches.hasNext()) {
        return false;
      }
      batch = batches.next();
      ColumnVector[] columns = new ColumnVector[batch.numCols()];
      Arrays.setAll(columns, i -> SparkVectors.source(batch.column(i)));
      vectors = List.of(columns);
      return true;
    }

    @Override
    public Aggregator aggregator(PartialAggregation aggregation) {
      return new Aggregator(aggregation.aggregation(), schema);
    }

    @Override
    public int rowCount() {
      return batch.numRows();
    }

    @Override
    public int add(Aggregator aggregator, int from, int maxGroups) {
      return aggregator.add(vectors, from, batch.numRows(), maxGroups);
    }
  }
}
