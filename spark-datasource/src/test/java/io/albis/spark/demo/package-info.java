// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** {@code albis spark-demo}. */
package io.albis.spark.demo;
