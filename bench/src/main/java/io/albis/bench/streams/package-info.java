// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Concurrent streams of queries on tables of TPC-DS that are larger than the memory that the
 * readers may use.
 */
package io.albis.bench.streams;
