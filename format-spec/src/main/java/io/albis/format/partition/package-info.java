// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * How the row groups of a table are partitioned and the rows in them ordered (SPEC.md, section 15).
 * All classes are immutable and safe for use by several threads.
 */
package io.albis.format.partition;
