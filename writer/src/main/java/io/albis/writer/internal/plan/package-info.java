// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What is known before the first row: the leaves, the layout of their column groups, the sizes of
 * segments and row groups, and the columns that need a value. Immutable. Depends on the format
 * only.
 */
package io.albis.writer.internal.plan;
