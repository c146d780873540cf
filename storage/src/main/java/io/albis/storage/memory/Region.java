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

import java.nio.ByteBuffer;

/**
 * A contiguous piece of memory obtained from the operating system and returned to it as a whole.
 */
interface Region {

  /** The first address; a multiple of the page size. */
  long address();

  /** The size in bytes. */
  long length();

  /** A direct buffer over {@code [address, address + length)}, which lies in this region. */
  ByteBuffer nioBuffer(long address, int length);

  /** Returns the memory to the operating system; it must not be touched afterwards. */
  void free();
}
