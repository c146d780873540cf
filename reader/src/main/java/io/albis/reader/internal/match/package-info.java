// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Vectorized tests of values in place: ranges, sets and patterns over integers, wide decimals and
 * bytes. Each also evaluates the bounds of statistics.
 */
package io.albis.reader.internal.match;
