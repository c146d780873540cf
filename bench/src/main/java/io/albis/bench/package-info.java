// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of the hot paths next to hand-written bounds, described in docs/performance.md. */
package io.albis.bench;
