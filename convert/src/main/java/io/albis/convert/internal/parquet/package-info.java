// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads Parquet column by column: pages are decoded into the arrays of a batch writer. Internal:
 * not for use by other code.
 *
 * <p>{@code ParquetColumns} is the entry. A {@code LeafReader} decodes the pages of one column
 * chunk into {@code RawValues} and levels; a tree of {@code ParquetNode} turns the levels into
 * nulls and offsets; a {@code LeafConverter} turns the raw values into those of the Albis type.
 */
package io.albis.convert.internal.parquet;
