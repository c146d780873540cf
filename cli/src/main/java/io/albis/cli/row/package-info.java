// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Rows of tables, read column by column, and row writers that do not write to a table. */
package io.albis.cli.row;
