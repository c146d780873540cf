// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Scans in several executor processes, which are killed, or whose tasks are. */
package io.albis.spark.cluster;
