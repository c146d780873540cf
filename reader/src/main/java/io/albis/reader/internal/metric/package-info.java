// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/** Counters of scans. */
package io.albis.reader.internal.metric;
