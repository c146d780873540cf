// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Writing of Spark's rows to tables. */
package io.albis.spark.internal.write;
