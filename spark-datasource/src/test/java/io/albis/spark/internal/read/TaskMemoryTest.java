// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.SparkTestSession;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Memory of tasks that Spark manages. */
@ExtendWith(SparkTestSession.class)
class TaskMemoryTest {

  private static final long PAGE = 4096;

  /** An operator that has acquired all memory that is free. */
  private static final class Operator extends MemoryConsumer {

    private long spilled;

    Operator() {
      super(TaskContext.get().taskMemoryManager(), MemoryMode.OFF_HEAP);
      acquireMemory(SparkEnv.get().memoryManager().maxOffHeapStorageMemory());
    }

    @Override
    public long spill(long bytes, MemoryConsumer trigger) {
      if (trigger == this) {
        return 0;
      }
      freeMemory(bytes);
      spilled += bytes;
      return bytes;
    }

    void close() {
      freeMemory(getUsed());
    }
  }

  /** A test that runs in a task. */
  private interface InTask extends Serializable {
    boolean succeeds();
  }

  private static void require(SparkSession spark, InTask test) {
    MapPartitionsFunction<Long, Boolean> task = rows -> List.of(test.succeeds()).iterator();
    assertThat(spark.range(0, 1, 1, 1).mapPartitions(task, Encoders.BOOLEAN()).first()).isTrue();
  }

  @Test
  void whatIsReadAheadMakesNoOperatorSpill(SparkSession spark) {
    require(spark, TaskMemoryTest::readAheadBesideOperator);
  }

  private static boolean readAheadBesideOperator() {
    Operator operator = new Operator();
    TaskMemory memory = new TaskMemory(1 << 20, TaskContext.get(), bytes -> 0);

    assertThat(memory.tryReserveFree(PAGE)).isFalse();
    assertThat(operator.spilled).isZero();
    assertThat(memory.tryReserve(PAGE)).isTrue();
    assertThat(operator.spilled).isEqualTo(PAGE);

    operator.close();
    assertThat(memory.tryReserveFree(PAGE)).isTrue();
    memory.release(2 * PAGE);
    return memory.heldBytes() == 0;
  }

  @Test
  void operatorsGetWhatIsReadAhead(SparkSession spark) {
    require(spark, TaskMemoryTest::operatorBesideReadAhead);
  }

  private static boolean operatorBesideReadAhead() {
    long before = SparkEnv.get().memoryManager().offHeapExecutionMemoryUsed();
    TaskMemory[] memory = new TaskMemory[1];
    memory[0] =
        new TaskMemory(
            1 << 20,
            TaskContext.get(),
            bytes -> {
              memory[0].release(PAGE);
              return PAGE;
            });
    assertThat(memory[0].tryReserveFree(PAGE)).isTrue();
    Operator operator = new Operator();
    assertThat(operator.acquireMemory(PAGE)).isEqualTo(PAGE);
    assertThat(memory[0].heldBytes()).isZero();
    operator.close();
    return SparkEnv.get().memoryManager().offHeapExecutionMemoryUsed() == before;
  }

  @Test
  void hasALimitOfItsOwn(SparkSession spark) {
    require(spark, TaskMemoryTest::limit);
  }

  private static boolean limit() {
    TaskMemory memory = new TaskMemory(PAGE, TaskContext.get(), bytes -> 0);
    assertThat(memory.tryReserveFree(PAGE)).isTrue();
    assertThat(memory.tryReserveFree(PAGE)).isFalse();
    assertThat(memory.tryReserve(PAGE)).isFalse();
    memory.release(PAGE);
    return memory.heldBytes() == 0;
  }
}
