/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.hdfs;

import io.albis.storage.ReadableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;

/** Reads a little of a block, to see which way it comes. */
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
