// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of a cursor: views of memory whose accessors are compiled for the layout of the table.
 *
 * <p>{@link io.albis.reader.internal.row.RowShape} describes the layout of the columns, {@link
 * io.albis.reader.internal.row.RowAddresses} has their addresses in the current batch, and {@link
 * io.albis.reader.internal.row.RowViews} creates the views. {@link
 * io.albis.reader.internal.row.BatchColumns} makes columns of leaves, which all code below this
 * package works on.
 */
package io.albis.reader.internal.row;
