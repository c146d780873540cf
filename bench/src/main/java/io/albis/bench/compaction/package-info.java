// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Compaction beside copying the same bytes, and readers beside compaction. */
package io.albis.bench.compaction;
