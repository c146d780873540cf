// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Changes of single rows: DELETE, UPDATE and MERGE. */
package io.albis.spark.internal.change;
