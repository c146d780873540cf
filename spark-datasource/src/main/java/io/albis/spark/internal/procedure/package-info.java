// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Maintenance of tables by the statement CALL. */
package io.albis.spark.internal.procedure;
