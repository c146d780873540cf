// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.spark.internal.read.TaskMemory;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskWriter;
import java.io.Serializable;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Copies row groups, on an executor. The partition of a job and not its data, as Spark serializes
 * data by the serializer of the user's choice, which may not know what a record is.
 *
 * @param index of the partition of the job
 * @param partitionId identifies the rows among those of all tasks of the write
 * @param source the snapshot with the row groups
 * @param write of the statement
 */
record CopyTask(
    int index, int partitionId, Source source, DistributedWrite write, List<RowGroupCopy> rowGroups)
    implements Partition {

  private static final long serialVersionUID = 1L;

  /** Returns the bytes of a task result. */
  private byte[] run(TaskContext context) {
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source);
        TaskWriter writer =
            write.openTask(
                partitionId,
                context.taskAttemptId(),
                new TaskMemory(Long.MAX_VALUE, context, bytes -> 0))) {
      for (int i = 0; i < rowGroups.size(); i++) {
        context.killTaskIfInterrupted();
        rowGroups.get(i).run(lease.dataset().scan(), writer, i);
      }
      return writer.finish().toBytes();
    }
  }

  /** One result of each task. */
  static final class Results extends RDD<byte[]> {

    private static final long serialVersionUID = 1L;

    private static final ClassTag<byte[]> BYTES = ClassTag.apply(byte[].class);

    /** On the driver only. */
    private final transient List<CopyTask> tasks;

    Results(SparkContext context, List<CopyTask> tasks) {
      super(context, CollectionConverters.asScala(List.<Dependency<?>>of()).toSeq(), BYTES);
      this.tasks = List.copyOf(tasks);
    }

    @Override
    public Partition[] getPartitions() {
      return tasks.toArray(Partition[]::new);
    }

    @Override
    public Iterator<byte[]> compute(Partition task, TaskContext context) {
      return Iterator$.MODULE$.single(((CopyTask) task).run(context));
    }

    /**
     * Runs the tasks.
     *
     * @param results gets the result of each task, by the index of its partition
     */
    void collect(BiConsumer<Integer, byte[]> results) {
      context()
          .runJob(
              this,
              new First(),
              (index, result) -> {
                results.accept((Integer) index, result);
                return BoxedUnit.UNIT;
              },
              BYTES);
    }
  }

  private static final class First extends AbstractFunction1<Iterator<byte[]>, byte[]>
      implements Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public byte[] apply(Iterator<byte[]> results) {
      return results.next();
    }
  }
}
