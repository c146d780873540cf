// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Jobs of Spark whose tasks rewrite files, and return what they have written. */
package io.albis.spark.internal.job;
