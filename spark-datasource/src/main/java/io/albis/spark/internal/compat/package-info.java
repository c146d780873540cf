// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** What only some versions of Spark have. The only package that asks which version it runs in. */
package io.albis.spark.internal.compat;
