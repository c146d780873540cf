// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tests of the plugin of Spark. */
package io.albis.spark.plugin;
