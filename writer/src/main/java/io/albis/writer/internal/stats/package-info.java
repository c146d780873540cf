// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The statistics of columns, computed from chunks of rows, and the null rows of a chunk. Depends on
 * {@code memory}.
 */
package io.albis.writer.internal.stats;
