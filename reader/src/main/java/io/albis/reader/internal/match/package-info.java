// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of values, many at a time and in place: ranges, sets and patterns over integers, wide
 * decimals and bytes, each with what bounds of values say about it.
 */
package io.albis.reader.internal.match;
