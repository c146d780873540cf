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

/**
 * A range of a file.
 *
 * @param path relative to the root
 * @param offset the first byte
 * @param length the number of bytes
 */
public record FileRange(String path, long offset, long length) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public FileRange {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "Invalid range of " + path + ": offset " + offset + ", length " + length);
    }
  }
}
