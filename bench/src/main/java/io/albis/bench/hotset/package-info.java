// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Workloads with a hot set of columns beside large cold scans, as traces for policies. */
package io.albis.bench.hotset;
