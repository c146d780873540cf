// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

/**
 * The result of a search for an order.
 *
 * @param layout in the order that was found, or the given one if none was cheaper
 * @param before the cost of the workload in the given order
 * @param after the cost of the workload in the order of {@code layout}; never more time than {@code
 *     before}
 * @param steps number of blocks that the search moved or tried to move
 */
public record OptimizedOrder(
    RowGroupLayout layout, ReadEstimate before, ReadEstimate after, long steps) {}
