// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** An HDFS cluster for benchmarks. */
package io.albis.bench.hdfs;
