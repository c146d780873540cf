// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads partitions, on executors, in memory that Spark grants to tasks. */
package io.albis.spark.internal.read;
