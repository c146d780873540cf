// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a table declares: the schema with its fields, types and stored leaves, partitions, the order
 * of rows, and column groups. All classes are immutable and thread-safe.
 */
package io.albis.format.schema;
