// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.output.Progress;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlanInfo;
import org.apache.spark.sql.execution.ui.SparkListenerDriverAccumUpdates;
import org.apache.spark.sql.execution.ui.SparkListenerSQLAdaptiveExecutionUpdate;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What became of the rows of all tables in the scans of a query, by the metrics of Spark. Scans
 * count that were executed, also those of subqueries and those that the final plan has no longer.
 */
final class ScanRows extends SparkListener {

  /** Rows of row groups and batches that were not read. */
  private static final String SKIPPED = "rows skipped";

  /** Rows that were read, and tested if there is a filter. */
  private static final String READ = "rows read";

  /** Rows that were read and that the filters of the scan left out. */
  private static final String REJECTED = "rows filtered out";

  /** Rows that Spark got; where the scan aggregates, these are groups. */
  private static final String HANDED_OVER = "number of output rows";

  private final SparkContext context;

  /** Names of the metrics of scans, by accumulator. */
  private final Map<Long, String> names = new HashMap<>();

  /** By accumulator. */
  private final Map<Long, Long> values = new HashMap<>();

  private ScanRows(SparkContext context) {
    this.context = context;
  }

  /**
   * Runs queries.
   *
   * @param progress counts the queries
   * @return a table with a row for each
   */
  static TextTable table(
      Map<TableFormat, SparkSession> sessions,
      QueryTexts texts,
      List<String> queries,
      Progress progress) {
    TextTable table = new TextTable().text("query");
    for (TableFormat format : sessions.keySet()) {
      if (format.isAlbis()) {
        table.number(format.label() + ", skipped").number("read").number("rejected");
      }
      table.number(format.label() + ", handed over");
    }
    for (String query : queries) {
      List<Object> cells = new ArrayList<>(List.of(query));
      sessions.forEach(
          (format, session) -> {
            ScanRows rows = of(session, texts.text(query));
            if (format.isAlbis()) {
              cells.addAll(List.of(rows.sum(SKIPPED), rows.sum(READ), rows.sum(REJECTED)));
            }
            cells.add(rows.sum(HANDED_OVER));
          });
      table.row(cells.toArray());
      progress.add(1);
    }
    return table;
  }

  private static ScanRows of(SparkSession session, String query) {
    ScanRows rows = new ScanRows(session.sparkContext());
    BenchmarkSession.awaitEvents(rows.context);
    rows.context.addSparkListener(rows);
    try {
      SparkSession.setActiveSession(session);
      session.sql(query).collectAsList();
      BenchmarkSession.awaitEvents(rows.context);
    } finally {
      rows.context.removeSparkListener(rows);
    }
    return rows;
  }

  private long sum(String name) {
    return names.entrySet().stream()
        .filter(metric -> metric.getValue().equals(name))
        .mapToLong(metric -> values.getOrDefault(metric.getKey(), 0L))
        .sum();
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionStart start) {
      visit(start.sparkPlanInfo());
    } else if (event instanceof SparkListenerSQLAdaptiveExecutionUpdate update) {
      visit(update.sparkPlanInfo());
    } else if (event instanceof SparkListenerDriverAccumUpdates driver) {
      CollectionConverters.asJava(driver.accumUpdates())
          .forEach(update -> add((Long) update._1(), (Long) update._2()));
    }
  }

  private void visit(SparkPlanInfo plan) {
    if (plan.nodeName().contains("Scan ")) {
      CollectionConverters.asJava(plan.metrics())
          .forEach(metric -> names.put(metric.accumulatorId(), metric.name()));
    }
    CollectionConverters.asJava(plan.children()).forEach(this::visit);
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    for (AccumulableInfo metric : CollectionConverters.asJava(end.taskInfo().accumulables())) {
      if (metric.update().isDefined() && metric.update().get() instanceof Long value) {
        add(metric.id(), value);
      }
    }
  }

  private void add(long accumulator, long value) {
    values.merge(accumulator, value, Long::sum);
  }
}
