// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Aggregates of the rows of batches, in groups: loops over blocks of rows, column by column. */
package io.albis.reader.internal.aggregate;
