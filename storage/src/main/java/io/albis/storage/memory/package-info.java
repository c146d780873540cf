// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Off-heap memory: buffers of exact size, page-aligned and reference-counted, cut from huge-page
 * slabs under a hard limit in bytes.
 *
 * <p>{@link io.albis.storage.memory.BufferAllocator} allocates {@link
 * io.albis.storage.memory.OffHeapBuffer}s. A buffer whose last reference was released throws on
 * access.
 *
 * <p>Albis has its own allocator because a cache must account for its memory exactly: Netty's
 * pooled and adaptive allocators round sizes up to size classes, and return memory only as whole
 * chunks. They neither align chunks to huge pages nor discard parts of them, and offer no listeners
 * or pins for memory that is registered with a device.
 */
package io.albis.storage.memory;
