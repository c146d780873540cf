// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Metrics of a scan in Spark's user interface. */
package io.albis.spark.internal.metric;
