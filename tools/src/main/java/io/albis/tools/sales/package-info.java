// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rows of TPC-DS {@code store_sales}.
 *
 * <p>Amounts of money are doubles, as in the Albis paper, and keys are the narrowest sufficient
 * integers.
 */
package io.albis.tools.sales;
