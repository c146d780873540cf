// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The order of the column groups in a row group: what a workload costs in a given order, and the
 * search for an order in which it costs less. Writers follow the order that a snapshot names
 * (SPEC.md, section 7); it changes only where bytes lie.
 */
package io.albis.format.internal.order;
