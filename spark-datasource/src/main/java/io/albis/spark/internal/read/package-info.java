// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Reads partitions, on executors. */
package io.albis.spark.internal.read;
