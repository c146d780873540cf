// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Where the bytes of values lie: column groups, and the row and column layouts of their segments
 * (SPEC.md, sections 7, 12 and 13). All classes are immutable and safe for use by several threads.
 */
package io.albis.format.internal.layout;
