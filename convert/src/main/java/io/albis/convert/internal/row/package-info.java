// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Columns of tables, read row by row. */
package io.albis.convert.internal.row;
