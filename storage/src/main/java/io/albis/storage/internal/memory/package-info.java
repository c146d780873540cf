// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The memory behind off-heap buffers: how it is mapped, reused and returned, the regions that
 * devices register, and access to memory at an address.
 */
package io.albis.storage.internal.memory;
