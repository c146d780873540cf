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

/** Which memory a large buffer gets, of that which was released before. */
public enum Reuse {
  /**
   * Always the same, as little as possible: it is still in a cache of the processor, into which a
   * device then may write, too.
   */
  SAME,

  /**
   * That which was released longest ago, of at most 64 MiB: it is in the caches of no processor any
   * more, which need not be told, then, that a device writes to it.
   */
  OLDEST
}
