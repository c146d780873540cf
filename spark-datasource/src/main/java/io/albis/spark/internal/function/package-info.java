// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The partition transforms of tables as functions of Spark. */
package io.albis.spark.internal.function;
