// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows that snapshots insert and delete: {@code SELECT .. FROM t CHANGES}. Spark asks for them
 * since version 4.2; earlier versions cannot load these classes.
 */
package io.albis.spark.internal.changelog;
