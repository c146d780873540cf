// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

/**
 * The queries on one layout and storage.
 *
 * @param storage name of the storage
 * @param layout plain, ordered or compacted
 * @param queries number of queries
 * @param firstQuartileMillis a quarter of the queries takes less
 * @param medianMillis half of the queries takes less
 * @param thirdQuartileMillis three quarters of the queries take less
 * @param requests of a query, median
 * @param bytes that a query reads, median
 * @param ofPlain time of the plain layout divided by that of this one, median over the queries
 * @param ofOrdered the same for the ordered layout
 */
public record LayoutResult(
    String storage,
    String layout,
    int queries,
    double firstQuartileMillis,
    double medianMillis,
    double thirdQuartileMillis,
    double requests,
    double bytes,
    double ofPlain,
    double ofOrdered) {}
