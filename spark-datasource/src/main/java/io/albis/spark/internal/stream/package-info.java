// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Tables as sources of streams. */
package io.albis.spark.internal.stream;
