// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Queries on a wide table whose columns lie in files in different ways. */
package io.albis.bench.layouts;
