// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.spark.sql.SparkSession;

/** The frames that clients share. Thread-safe. */
final class StressFrames {

  private static final int COUNT = 5;

  private final SparkSession session;
  private final Path directory;
  private final long seed;
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicReferenceArray<StressFrame> frames = new AtomicReferenceArray<>(COUNT);

  StressFrames(SparkSession session, Path directory, long seed) {
    this.session = session;
    this.directory = directory;
    this.seed = seed;
    for (int i = 0; i < COUNT; i++) {
      replace(i);
    }
  }

  StressFrame any(Random random) {
    return frames.get(random.nextInt(COUNT));
  }

  /** Replaces a frame by another one, and removes what is cached of it. */
  void replaceAny(Random random) {
    replace(random.nextInt(COUNT));
  }

  private void replace(int place) {
    int number = created.getAndIncrement();
    StressFrame frame =
        new StressFrame(
            session, directory.resolve("frame-" + number), new Random(seed * 1_000_003 + number));
    StressFrame old = frames.getAndSet(place, frame);
    if (old != null) {
      old.rows().unpersist(false);
    }
  }
}
