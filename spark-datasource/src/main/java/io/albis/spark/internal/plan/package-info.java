// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The scans that running queries will execute, as the driver knows them. */
package io.albis.spark.internal.plan;
