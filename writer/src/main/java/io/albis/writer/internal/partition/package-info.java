// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Computes the partitions of the rows of a chunk, column by column. Depends on {@code flat}, {@code
 * memory} and {@code plan}.
 */
package io.albis.writer.internal.partition;
