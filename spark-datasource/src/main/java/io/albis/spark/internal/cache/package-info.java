// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Cached data frames as segments in off-heap memory, which are read in place. */
package io.albis.spark.internal.cache;
