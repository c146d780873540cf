// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Plans a scan: what is pushed down, what is reported to the optimizer, and the partitions. */
package io.albis.spark.internal.scan;
