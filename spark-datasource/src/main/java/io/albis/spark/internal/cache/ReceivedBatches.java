// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.SparkContext$;
import org.apache.spark.SparkEnv;

/**
 * The batches that an executor reads without a task: replicas, and blocks of executors that are
 * decommissioned. Spark drops them without closing them if its memory has no room. They would stay
 * until the collector finds the handles, which are few and small. But a thread reads one block
 * after another: when the next one begins, the memory store has the batches of the last one, or
 * nothing has. For one thread.
 */
final class ReceivedBatches {

  private static final ThreadLocal<ReceivedBatches> OF_THREAD =
      ThreadLocal.withInitial(ReceivedBatches::new);

  /** The stream of the last block. */
  private WeakReference<Object> stream = new WeakReference<>(null);

  /** Its batches, which the collector may still close. */
  private final List<WeakReference<AlbisCachedBatch>> batches = new ArrayList<>();

  /**
   * Adds a batch that this thread has read.
   *
   * @param stream from which all batches of its block are read
   */
  static void add(AlbisCachedBatch batch, Object stream) {
    SparkEnv environment = SparkEnv.get();
    // A driver may read batches for other reasons.
    if (environment != null
        && !SparkContext$.MODULE$.DRIVER_IDENTIFIER().equals(environment.executorId())) {
      OF_THREAD.get().put(batch, stream);
    }
  }

  void put(AlbisCachedBatch batch, Object from) {
    if (stream.get() != from) {
      closeUnlessStored();
      stream = new WeakReference<>(from);
    }
    batches.add(new WeakReference<>(batch));
  }

  private void closeUnlessStored() {
    List<AlbisCachedBatch> left =
        batches.stream()
            .map(WeakReference::get)
            .filter(Objects::nonNull)
            .filter(batch -> !batch.isClosed())
            .toList();
    batches.clear();
    // A block is stored as a whole, or not at all.
    if (!left.isEmpty() && !StoredBatches.hasBlockOf(left)) {
      left.forEach(AlbisCachedBatch::close);
    }
  }
}
