// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/** Why a segment has left a cache. */
public enum EvictionReason {
  /** Its memory was needed for other segments. */
  REPLACED,
  /** The policy did not keep it after its last lease: it was read once and is not planned again. */
  NOT_ADMITTED,
  /** The limit of the cache was lowered. */
  LIMIT,
  /** The system was short of memory. */
  PRESSURE,
  /** {@code ColumnCache.reclaim} was called. */
  REQUESTED,
  /** The policy selected other chunks. */
  NOT_SELECTED,
  /** The cache was cleared or closed. */
  CLEARED
}
