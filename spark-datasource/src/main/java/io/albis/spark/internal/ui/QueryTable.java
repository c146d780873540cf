// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import io.albis.reader.cache.ColumnUse;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.LongFunction;
import org.apache.spark.sql.execution.ui.SQLExecutionUIData;
import org.apache.spark.util.kvstore.KVStore;

/** Planned against actual scans of queries, by table and column. */
final class QueryTable {

  static final String ID = "column-cache-queries";

  private QueryTable() {}

  /**
   * Adds the table.
   *
   * @param link to the page of an execution of Spark SQL
   * @param store has the descriptions of executions
   */
  static void add(Html html, List<QueryUse> queries, LongFunction<String> link, KVStore store) {
    html.table(
        ID,
        "Query",
        "ID of the execution in the tab SQL / DataFrame",
        "Description",
        "Description of the execution",
        "State",
        "Whether the numbers can still change",
        "Planned scans",
        "Scans of segments that the query has planned",
        "Actual scans",
        "Planned scans that were executed",
        "Withdrawn",
        "Planned scans that were taken back, as the query ended or no longer needed them",
        "Actual share",
        "Actual scans, as a part of those that were planned",
        "Columns",
        "The same by table and columns");
    for (QueryUse query : queries) {
      html.markup("<tr><td><a href=\"")
          .text(link.apply(query.execution()))
          .markup("\">" + query.execution() + "</a></td>")
          .cell(description(store, query.execution()))
          .cell(query.ended() ? "ended" : "running");
      counts(
          html,
          query.total(ColumnUse::plannedScans),
          query.total(ColumnUse::finishedScans),
          query.total(ColumnUse::withdrawnScans));
      html.markup("<td>");
      columns(html, query.columns());
      html.markup("</td></tr>");
    }
    html.endTable();
  }

  private static void counts(Html html, long planned, long finished, long withdrawn) {
    html.number(planned).number(finished).number(withdrawn).share(finished, planned);
  }

  private static void columns(Html html, List<ColumnUse> columns) {
    html.markup("<details><summary>" + columns.size() + "</summary>")
        .markup("<table class=\"table table-sm\"><thead><tr><th>Table</th><th>Columns</th>")
        .markup("<th>Planned</th><th>Actual</th><th>Withdrawn</th><th>Actual share</th></tr>")
        .markup("</thead><tbody>");
    for (ColumnUse column : columns) {
      html.markup("<tr>").cell(column.table()).cell(column.columns());
      counts(html, column.plannedScans(), column.finishedScans(), column.withdrawnScans());
      html.markup("</tr>");
    }
    html.markup("</tbody></table></details>");
  }

  /** Spark forgets old executions. */
  private static String description(KVStore store, long execution) {
    try {
      String description = store.read(SQLExecutionUIData.class, execution).description();
      return description == null ? "" : description;
    } catch (NoSuchElementException e) {
      return "";
    } catch (Exception e) {
      throw new IllegalStateException("Cannot read execution " + execution + " from the store", e);
    }
  }
}
