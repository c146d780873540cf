// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Ways to write the rows of {@code store_sales}, for the write benchmark. */
package io.albis.bench.write;
