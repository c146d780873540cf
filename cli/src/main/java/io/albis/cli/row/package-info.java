// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Rows of tables, column by column. */
package io.albis.cli.row;
