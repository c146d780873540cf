// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The table that Spark sees, and how it is found by path, options and version. */
package io.albis.spark.internal.table;
