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
package io.albis.storage;

import io.albis.storage.memory.OffHeapBuffer;
import java.util.Objects;

/**
 * One exact range of a file and the memory that it goes to.
 *
 * @param offset the first byte in the file
 * @param length the number of bytes
 * @param target the buffer to fill; the caller holds a reference until the read returns
 * @param targetOffset the index in the buffer of the first byte read
 */
public record ReadRequest(long offset, long length, OffHeapBuffer target, long targetOffset) {

  /**
   * Checks the ranges.
   *
   * @throws IndexOutOfBoundsException if the range does not lie in the target
   */
  public ReadRequest {
    Objects.requireNonNull(target, "target");
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException(
          "Invalid read range: offset " + offset + ", length " + length + " (expected 0 or more)");
    }
    target.checkRange(targetOffset, length);
  }
}
