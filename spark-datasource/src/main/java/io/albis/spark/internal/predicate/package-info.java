// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Translates predicates of Spark's data source API to predicates of the reader. */
package io.albis.spark.internal.predicate;
