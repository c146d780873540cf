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
/**
 * Off-heap memory: buffers of exact size, page-aligned and reference-counted, cut from huge-page
 * slabs under a hard limit in bytes, and raw access to them.
 *
 * <p>{@link io.albis.storage.memory.BufferAllocator} hands out {@link
 * io.albis.storage.memory.OffHeapBuffer}s. A buffer whose last reference was released throws on
 * access. {@link io.albis.storage.memory.Memory} reads and writes raw addresses and checks nothing;
 * it is for loops whose bounds have been checked before.
 */
package io.albis.storage.memory;
