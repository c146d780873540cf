// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.format.schema.Field;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;
import org.apache.spark.sql.types.StructType;

/**
 * A planned write. Immutable.
 *
 * @param write of all tasks
 * @param types of the rows
 * @param nanoseconds how Spark sees times and timestamps in nanoseconds
 * @param order how Spark prepares the rows
 * @param commit publishes results, at once or when Spark asks for it
 */
public record TableWrite(
    DistributedWrite write,
    StructType types,
    NanosecondMode nanoseconds,
    RowOrder order,
    BiConsumer<DistributedWrite, List<TaskResult>> commit)
    implements RequiresDistributionAndOrdering {

  /** What adaptive execution makes the input of a task, in bytes of the shuffle. */
  private static final long INPUT_BYTES = 128L << 20;

  /** Whether writers also take a {@link BatchRow}, whose vectors are of the types of the rows. */
  public boolean takesBatches() {
    List<Field> fields = write.schema().fields();
    return IntStream.range(0, fields.size())
        .allMatch(i -> VectorInput.supports(fields.get(i).type(), types.fields()[i].dataType()));
  }

  @Override
  public String description() {
    return "albis " + write.uri();
  }

  @Override
  public Distribution requiredDistribution() {
    return order.distribution();
  }

  /** Adaptive execution may split what has many rows of one partition, and merge small inputs. */
  @Override
  public boolean distributionStrictlyRequired() {
    return false;
  }

  @Override
  public long advisoryPartitionSizeInBytes() {
    return order.ordering().isEmpty() ? 0 : INPUT_BYTES;
  }

  @Override
  public SortOrder[] requiredOrdering() {
    return order.ordering().toArray(SortOrder[]::new);
  }

  @Override
  public RowsWrite toBatch() {
    return new RowsWrite(write, types, nanoseconds, commit);
  }

  /** Streams have a plan of their own for each micro-batch: see {@link StreamPlan}. */
  @Override
  public StreamingWrite toStreaming() {
    throw new UnsupportedOperationException(
        "Cannot write to "
            + write.uri()
            + " by continuous processing (expected a trigger of micro-batches, such as"
            + " Trigger.ProcessingTime)");
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return WriteMetrics.all();
  }
}
