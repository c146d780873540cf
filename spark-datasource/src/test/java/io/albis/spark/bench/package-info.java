// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of what Spark does with the memory of Albis. They are here and not in the module
 * {@code bench} because they need all of Spark.
 */
package io.albis.spark.bench;
