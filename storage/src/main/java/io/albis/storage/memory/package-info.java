// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
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
