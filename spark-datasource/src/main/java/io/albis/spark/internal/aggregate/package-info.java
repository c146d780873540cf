// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Answers aggregates from statistics, without reading data. */
package io.albis.spark.internal.aggregate;
