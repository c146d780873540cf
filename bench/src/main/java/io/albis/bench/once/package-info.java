// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Scans that nobody repeats, with the cache and without it. */
package io.albis.bench.once;
