// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataType;

/** Lets something happen while a statement reads rows: once, in its function {@code meanwhile}. */
final class Meanwhile {

  /** What happens next; null if it has happened. */
  static final AtomicReference<Runnable> ACTION = new AtomicReference<>();

  private Meanwhile() {}

  /** Registers the function, which returns its argument, a value of the given type. */
  static void register(SparkSession spark, DataType type) {
    UDF1<Object, Object> function =
        value -> {
          Runnable next = ACTION.getAndSet(null);
          if (next != null) {
            CompletableFuture.runAsync(next).join(); // Spark refuses statements in its tasks
          }
          return value;
        };
    spark.udf().register("meanwhile", function, type);
  }
}
