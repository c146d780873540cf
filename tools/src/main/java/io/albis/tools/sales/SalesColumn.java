// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.sales;

import java.util.List;

/**
 * A column of {@code store_sales}.
 *
 * @param name the name in TPC-DS
 * @param kind the stored type
 * @param nullable whether the column has nulls
 */
public record SalesColumn(String name, Kind kind, boolean nullable) {
  /** The stored type of a column. */
  public enum Kind {
    /** A 4-byte integer. */
    INT,
    /** An 8-byte integer. */
    LONG,
    /** An amount of money. */
    DOUBLE
  }

  /** All columns, in the order of TPC-DS. */
  public static final List<SalesColumn> ALL =
      List.of(
          key("ss_sold_date_sk"),
          key("ss_sold_time_sk"),
          new SalesColumn("ss_item_sk", Kind.INT, false),
          key("ss_customer_sk"),
          key("ss_cdemo_sk"),
          key("ss_hdemo_sk"),
          key("ss_addr_sk"),
          key("ss_store_sk"),
          key("ss_promo_sk"),
          new SalesColumn("ss_ticket_number", Kind.LONG, false),
          key("ss_quantity"),
          money("ss_wholesale_cost"),
          money("ss_list_price"),
          money("ss_sales_price"),
          money("ss_ext_discount_amt"),
          money("ss_ext_sales_price"),
          money("ss_ext_wholesale_cost"),
          money("ss_ext_list_price"),
          money("ss_ext_tax"),
          money("ss_coupon_amt"),
          money("ss_net_paid"),
          money("ss_net_paid_inc_tax"),
          money("ss_net_profit"));

  private static SalesColumn key(String name) {
    return new SalesColumn(name, Kind.INT, true);
  }

  private static SalesColumn money(String name) {
    return new SalesColumn(name, Kind.DOUBLE, true);
  }
}
