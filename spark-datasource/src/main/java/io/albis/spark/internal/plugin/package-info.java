// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The plugin of Spark: column caches of executors, their memory, and what they know of plans. */
package io.albis.spark.internal.plugin;
