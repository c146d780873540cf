// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Manages the off-heap memory of one row or batch writer: the owner of the buffers, the thread that
 * owns the writer, growable buffers, and bitmap packing. Depends on storage only.
 */
package io.albis.writer.internal.memory;
