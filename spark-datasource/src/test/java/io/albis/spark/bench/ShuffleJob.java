// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

/** A job that shuffles whole rows, beside the streams. */
enum ShuffleJob {
  NONE(""),
  SORT("SELECT * FROM store_sales ORDER BY ss_ext_sales_price, ss_item_sk, ss_ticket_number"),
  JOIN(
      "SELECT /*+ MERGE(a, b) */ a.*, b.ss_net_paid AS other FROM store_sales a JOIN store_sales b"
          + " ON a.ss_item_sk = b.ss_item_sk AND a.ss_ticket_number = b.ss_ticket_number");

  private final String query;

  ShuffleJob(String query) {
    this.query = query;
  }

  String query() {
    return query;
  }
}
