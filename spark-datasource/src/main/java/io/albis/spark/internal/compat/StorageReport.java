// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.StorageLevels;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerMaster;
import scala.Option;

/** Tells the driver about storage memory that no block store holds. */
public final class StorageReport {

  private static final Method UPDATE = method();

  private StorageReport() {}

  /** Spark 4.3 has added a parameter, whose value is optional. */
  private static Method method() {
    return Arrays.stream(BlockManagerMaster.class.getMethods())
        .filter(method -> method.getName().equals("updateBlockInfo"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Spark has no method updateBlockInfo"));
  }

  /**
   * Reports off-heap memory of this process. Waits for the driver.
   *
   * @param block as what it is reported
   * @param bytes 0 if there is none any more
   * @return false if the process has not registered with the driver yet
   */
  public static boolean offHeap(BlockId block, long bytes) {
    SparkEnv env = SparkEnv.get();
    if (env == null || env.blockManager().blockManagerId() == null) {
      return false;
    }
    Object[] arguments = new Object[UPDATE.getParameterCount()];
    Arrays.fill(arguments, Option.empty());
    arguments[0] = env.blockManager().blockManagerId();
    arguments[1] = block;
    arguments[2] = bytes == 0 ? StorageLevels.NONE : StorageLevels.OFF_HEAP;
    arguments[3] = bytes;
    arguments[4] = 0L;
    try {
      return (boolean) UPDATE.invoke(env.blockManager().master(), arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Failed to report storage memory to the driver", e);
    }
  }
}
