// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** A program that looks at Spark's user interface with a browser. */
package io.albis.spark.browse;
