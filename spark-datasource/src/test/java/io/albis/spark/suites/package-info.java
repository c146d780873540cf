// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Suites of Spark's own tests, run with tables of Albis. They write with a source and a catalog of
 * this package, and read with the data source of users.
 */
package io.albis.spark.suites;
