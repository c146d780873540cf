// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RoomTest {

  private static final long MIB = 1 << 20;

  private static final long BATCH = 4 * MIB;

  private final AtomicLong free = new AtomicLong();
  private int questions;

  private long ask() {
    questions++;
    return free.get();
  }

  @Test
  void asksOnceForManyBatches() {
    Room room = new Room(this::ask);
    free.set(4096 * MIB);

    for (int i = 0; i < 32; i++) {
      assertThat(room.take(BATCH)).isTrue();
    }

    assertThat(questions).as("steps of 64 MiB").isEqualTo(2);
  }

  @Test
  void asksForEachBatchWhenLittleIsFree() {
    Room room = new Room(this::ask);
    free.set(63 * MIB);

    assertThat(room.take(BATCH)).isTrue();
    free.set(BATCH);
    assertThat(room.take(BATCH)).isTrue();
    free.set(BATCH - 1);
    assertThat(room.take(BATCH)).isFalse();
    free.set(-1);
    assertThat(room.take(1)).isFalse();

    assertThat(questions).isEqualTo(4);
  }

  /** Tasks that all take a step before any of them uses it. */
  @Test
  void takesNoMoreThanIsFreeInSixteenTasks() {
    free.set(800 * MIB);
    List<Room> rooms = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      rooms.add(new Room(this::ask));
    }
    rooms.forEach(room -> assertThat(room.take(1)).isTrue());
    free.set(0);

    long taken = 16;
    for (Room room : rooms) {
      while (room.take(MIB)) {
        taken += MIB;
      }
    }

    assertThat(taken).isLessThanOrEqualTo(800 * MIB);
  }
}
