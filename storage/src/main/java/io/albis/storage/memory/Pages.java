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
package io.albis.storage.memory;

/** Page arithmetic. */
final class Pages {
  /** The unit of reservation and alignment in bytes, which is also what direct I/O needs. */
  static final int SIZE = 4096;

  /** The size of a huge page in bytes. */
  static final int HUGE = 2 * 1024 * 1024;

  private Pages() {}

  static long roundUp(long bytes, long unit) {
    return Math.addExact(bytes, unit - 1) / unit * unit;
  }
}
