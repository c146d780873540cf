// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** SQL over tables and files, by DuckDB. */
package io.albis.cli.sql;
