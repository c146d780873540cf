// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Conversion between the schemas of Albis and of Spark. */
package io.albis.spark.internal.type;
