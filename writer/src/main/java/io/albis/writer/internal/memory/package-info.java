// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The off-heap memory of one row or batch writer: its owner, the gate that keeps it from being
 * released while a thread uses it, growable buffers, and packing of bitmaps. Depends on storage
 * only.
 */
package io.albis.writer.internal.memory;
