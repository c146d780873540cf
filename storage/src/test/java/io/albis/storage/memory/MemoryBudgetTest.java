// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** Allocators that ask a budget. */
class MemoryBudgetTest {

  private static final int PAGE = 4096;

  /** Grants a number of bytes. */
  private static class Bytes implements MemoryBudget {
    long left;

    Bytes(long bytes) {
      left = bytes;
    }

    @Override
    public boolean tryReserve(long bytes) {
      if (bytes > left) {
        return false;
      }
      left -= bytes;
      return true;
    }

    @Override
    public void release(long bytes) {
      left += bytes;
    }
  }

  @Test
  void asksBeforeItAllocatesAndGivesBackWhatIsReleased() {
    Bytes budget = new Bytes(3 * PAGE);
    try (BufferAllocator all = BufferAllocator.create("all", 100 * PAGE)) {
      BufferAllocator task = all.within(budget);
      OffHeapBuffer first = task.allocate(PAGE + 1);
      assertThat(budget.left).isEqualTo(PAGE);
      assertThat(all.allocatedBytes()).isEqualTo(2 * PAGE);
      OffHeapBuffer unasked = all.allocate(10 * PAGE);
      assertThat(budget.left).isEqualTo(PAGE);
      assertThatThrownBy(() -> task.allocate(2 * PAGE))
          .isInstanceOfSatisfying(
              OutOfOffHeapMemoryException.class,
              e -> assertThat(e.requestedBytes()).isEqualTo(2 * PAGE))
          .hasMessage(
              "Cannot allocate 8192 bytes of off-heap memory in 'all': its memory budget grants no"
                  + " more (raise the memory of the task, use fewer columns, or run fewer tasks at"
                  + " a time) (49152 of at most 409600 bytes held)");
      assertThat(task.tryAllocate(2 * PAGE)).isNull();
      assertThat(all.allocatedBytes()).isEqualTo(12 * PAGE);
      task.allocate(1).release();
      first.release();
      unasked.release();
      assertThat(budget.left).isEqualTo(3 * PAGE);
      assertThat(all.allocatedBytes()).isZero();
    }
  }

  @Test
  void sharesTheLimit() {
    Bytes budget = new Bytes(100 * PAGE);
    try (BufferAllocator all = BufferAllocator.create("all", 2 * PAGE)) {
      BufferAllocator task = all.within(budget);
      OffHeapBuffer first = all.allocate(PAGE);
      assertThat(task.tryAllocate(2 * PAGE)).isNull();
      assertThatThrownBy(() -> task.allocate(2 * PAGE))
          .isInstanceOf(OutOfOffHeapMemoryException.class)
          .hasMessageContaining("the limit is reached");
      assertThat(budget.left).isEqualTo(100 * PAGE);
      first.release();
    }
  }

  /** The holders of a task release memory for the task, those of others only for the limit. */
  @Test
  void asksItsHoldersIfTheBudgetRefuses() {
    Bytes budget = new Bytes(2 * PAGE);
    ArrayDeque<OffHeapBuffer> held = new ArrayDeque<>();
    MemoryHolder holder =
        bytes -> {
          if (held.isEmpty()) {
            return 0;
          }
          held.remove().release();
          return PAGE;
        };
    MemoryHolder other =
        bytes -> {
          throw new AssertionError("Asked for memory that it does not hold");
        };
    try (BufferAllocator all = BufferAllocator.create("all", 100 * PAGE)) {
      BufferAllocator task = all.within(budget);
      task.register(holder);
      all.register(other);
      held.add(task.allocate(PAGE));
      held.add(task.allocate(PAGE));
      assertThat(task.tryAllocate(PAGE)).isNull();
      assertThat(held).hasSize(2);
      OffHeapBuffer needed = task.allocate(PAGE);
      assertThat(held).hasSizeLessThan(2);
      needed.release();
      held.forEach(OffHeapBuffer::release);
      assertThat(budget.left).isEqualTo(2 * PAGE);
    }
  }

  /** Another thread releases all it has when the budget has just refused: none is left to ask. */
  @Test
  void asksTheBudgetAgainIfHoldersHaveNothingLeft() {
    ArrayDeque<OffHeapBuffer> held = new ArrayDeque<>();
    Bytes budget =
        new Bytes(PAGE) {
          @Override
          public boolean tryReserve(long bytes) {
            boolean isGranted = super.tryReserve(bytes);
            if (!isGranted) {
              held.remove().release();
            }
            return isGranted;
          }
        };
    try (BufferAllocator all = BufferAllocator.create("all", 100 * PAGE)) {
      BufferAllocator task = all.within(budget);
      task.register(bytes -> 0);
      held.add(task.allocate(PAGE));
      task.allocate(PAGE).release();
      assertThat(budget.left).isEqualTo(PAGE);
    }
  }

  @Test
  void releasesTheGrantIfTheAllocatorIsClosed() {
    Bytes budget = new Bytes(PAGE);
    BufferAllocator all = BufferAllocator.create("all", 100 * PAGE);
    BufferAllocator task = all.within(budget);
    task.close();
    task.allocate(1).release();
    all.close();
    assertThatThrownBy(() -> task.allocate(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> task.tryAllocate(1)).isInstanceOf(IllegalStateException.class);
    assertThat(budget.left).isEqualTo(PAGE);
  }

  @Test
  void rejectsASecondBudget() {
    try (BufferAllocator all = BufferAllocator.create("all", PAGE)) {
      BufferAllocator task = all.within(new Bytes(0));
      assertThatThrownBy(() -> task.within(new Bytes(0)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Cannot set the budget of 'all': it has one");
    }
  }
}
