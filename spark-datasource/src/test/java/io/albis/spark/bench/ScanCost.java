// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.sun.management.ThreadMXBean;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.reflect.ClassTag$;

/**
 * What the scan of a query costs by itself: its batches are made and not looked at.
 *
 * @param rows of all batches
 * @param batches number of batches
 * @param nanos time of the tasks
 * @param allocatedBytes Java heap that the threads of the tasks have allocated meanwhile
 */
record ScanCost(long rows, long batches, long nanos, long allocatedBytes) implements Serializable {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Runs the scan of a query that reads one table. */
  static ScanCost of(Dataset<Row> query) {
    SparkPlan scan = query.queryExecution().executedPlan().collectLeaves().head();
    if (!scan.supportsColumnar()) {
      throw new IllegalArgumentException("Invalid query: its scan has no batches: " + scan);
    }
    List<ScanCost> tasks =
        JavaRDD.fromRDD(scan.executeColumnar(), ClassTag$.MODULE$.apply(ColumnarBatch.class))
            .mapPartitions(batches -> List.of(ofTask(batches)).iterator())
            .collect();
    ScanCost total = new ScanCost(0, 0, 0, 0);
    for (ScanCost task : tasks) {
      total =
          new ScanCost(
              total.rows + task.rows,
              total.batches + task.batches,
              total.nanos + task.nanos,
              total.allocatedBytes + task.allocatedBytes);
    }
    return total;
  }

  private static ScanCost ofTask(Iterator<ColumnarBatch> all) {
    long rows = 0;
    long batches = 0;
    long start = System.nanoTime();
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    while (all.hasNext()) {
      rows += all.next().numRows();
      batches++;
    }
    return new ScanCost(
        rows,
        batches,
        System.nanoTime() - start,
        THREADS.getCurrentThreadAllocatedBytes() - allocated);
  }

  /** Returns the allocated bytes of a row. */
  double bytesPerRow() {
    return (double) allocatedBytes / rows;
  }
}
