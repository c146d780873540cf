// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Writers of {@code store_sales} rows, for the write benchmark. */
package io.albis.bench.write;
