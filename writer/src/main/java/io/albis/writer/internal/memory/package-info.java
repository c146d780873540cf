// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Manages the off-heap memory of one row or batch writer: the owner of the buffers, the gate that
 * keeps them from being released while a thread uses them, growable buffers, and bitmap packing.
 * Depends on storage only.
 */
package io.albis.writer.internal.memory;
