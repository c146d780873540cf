// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The Spark data source {@code albis}. */
package io.albis.spark;
