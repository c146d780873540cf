// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The physical layout of values: column groups, and the row and column layouts of their segments
 * (SPEC.md, sections 7 and 9 to 11). All classes are immutable and thread-safe.
 */
package io.albis.format.layout;
