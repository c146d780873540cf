// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.job;

import io.albis.format.error.AlbisException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.SparkSession;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * One result of each task.
 *
 * @param <R> the results
 */
public final class TaskJob<R extends Serializable> extends RDD<byte[]> {

  private static final long serialVersionUID = 1L;

  /** The property of a thread that {@link SparkContext#setJobDescription} sets. */
  private static final String DESCRIPTION = "spark.job.description";

  private static final ClassTag<byte[]> BYTES = ClassTag.apply(byte[].class);
  private static final ClassTag<Object> ANY = ClassTag.apply(Object.class);

  /** On the driver only. */
  private final transient List<? extends JobTask<R>> tasks;

  private TaskJob(SparkContext context, List<? extends JobTask<R>> tasks) {
    super(context, CollectionConverters.asScala(List.<Dependency<?>>of()).toSeq(), BYTES);
    this.tasks = List.copyOf(tasks);
  }

  /**
   * Runs tasks.
   *
   * @param what completes "Failed to"; Spark's UI shows it
   * @param tasks each at its index
   * @param results gets the result of each task and its index, from one thread at a time; also if
   *     other tasks fail, but not after this method has returned
   * @throws AlbisException if the job fails. Spark's own exception is checked, although no method
   *     declares it, so handlers of unchecked exceptions would miss it
   */
  @SuppressWarnings("IllegalCatch")
  public static <R extends Serializable> void run(
      String what, List<? extends JobTask<R>> tasks, ObjIntConsumer<R> results) {
    SparkContext context = SparkSession.active().sparkContext();
    String before = context.getLocalProperty(DESCRIPTION);
    context.setJobDescription(what);
    Results<R> open = new Results<>(results);
    try {
      context.runJob(new TaskJob<>(context, tasks), new First(), open::add, BYTES);
    } catch (Exception e) {
      throw new AlbisException("Failed to " + what + ": " + e.getMessage(), e);
    } finally {
      open.close();
      context.setJobDescription(before);
    }
  }

  /** Results until the job has ended: a caller that is interrupted does not wait for its tasks. */
  private static final class Results<R extends Serializable> {

    private final ObjIntConsumer<R> consumer;
    private boolean closed;

    Results(ObjIntConsumer<R> consumer) {
      this.consumer = consumer;
    }

    @SuppressWarnings("unchecked") // as the task has serialized it
    synchronized BoxedUnit add(Object index, byte[] result) {
      if (!closed) {
        Object decoded =
            serializer().deserialize(ByteBuffer.wrap(result), TaskJob.class.getClassLoader(), ANY);
        consumer.accept((R) decoded, (Integer) index);
      }
      return BoxedUnit.UNIT;
    }

    synchronized void close() {
      closed = true;
    }
  }

  /** Java's serialization, with the classes of a user's jars. */
  private static SerializerInstance serializer() {
    return SparkEnv.get().closureSerializer().newInstance();
  }

  @Override
  public Partition[] getPartitions() {
    return tasks.toArray(Partition[]::new);
  }

  @Override
  public Iterator<byte[]> compute(Partition task, TaskContext context) {
    ByteBuffer result = serializer().serialize(((JobTask<?>) task).run(context), ANY);
    byte[] bytes = new byte[result.remaining()];
    result.get(bytes);
    return Iterator$.MODULE$.single(bytes);
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
