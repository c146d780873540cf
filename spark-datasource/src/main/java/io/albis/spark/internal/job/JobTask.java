// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.job;

import java.io.Serializable;
import org.apache.spark.Partition;
import org.apache.spark.TaskContext;

/**
 * Work for an executor. The partition of a job and not its data, as Spark serializes data by the
 * serializer of the user's choice, which may not know what a record is.
 *
 * @param <R> what it returns to the driver, by Java serialization
 */
public interface JobTask<R extends Serializable> extends Partition {

  /** Does the work. May run several times, also at once. */
  R run(TaskContext context);
}
