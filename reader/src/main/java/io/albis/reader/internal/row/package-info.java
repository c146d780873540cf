// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of a cursor: views on memory whose accessors are compiled for the layout of the table.
 *
 * <p>{@link io.albis.reader.internal.row.RowShape} says how the leaves lie, {@link
 * io.albis.reader.internal.row.RowAddresses} where those of the batch at hand are, {@link
 * io.albis.reader.internal.row.RowViews} makes the view. Hidden from users.
 */
package io.albis.reader.internal.row;
