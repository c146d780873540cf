// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Batches of a scan as Spark's column vectors, in place. */
package io.albis.spark.internal.vector;
