// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code albis demo}: compares TPC-DS {@code store_sales} as Parquet and as Albis.
 *
 * <p>Money is stored as doubles, as in "Albis: High-Performance File Format for Big Data Systems",
 * and keys as integers of the width that they need.
 */
package io.albis.cli.demo;
