// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of the hot paths, each beside its hand-written bound; docs/performance.md says how.
 */
package io.albis.bench;
