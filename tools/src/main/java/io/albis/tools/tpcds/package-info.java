// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The tables of TPC-DS.
 *
 * <p>Amounts of money are doubles and keys are the narrowest sufficient integers, as in {@link
 * io.albis.tools.sales}. Dates and times of day are texts; queries use their keys.
 */
package io.albis.tools.tpcds;
