// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.ReadableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;

/** Reads the start of a block, to determine its read path. */
final class BlockProbe {

  private static final long MEMORY = 1 << 20;

  private BlockProbe() {}

  static void read(ReadableFile file, int length) throws IOException {
    try (BufferAllocator allocator = BufferAllocator.create("probe", MEMORY)) {
      OffHeapBuffer target = allocator.allocate(length);
      try {
        file.read(0, target, 0, length);
      } finally {
        target.release();
      }
    }
  }
}
