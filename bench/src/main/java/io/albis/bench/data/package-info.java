// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** The data sets of the file-format benchmark. */
package io.albis.bench.data;
