// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.TableScan;
import io.albis.reader.info.ScanStatistics;
import io.albis.spark.internal.compat.PartitionPredicates;
import io.albis.spark.internal.metric.ScanMetric;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanReaderFactory;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.Sources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportOrdering;
import org.apache.spark.sql.connector.read.SupportsReportPartitioning;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.connector.read.partitioning.Partitioning;
import org.apache.spark.sql.connector.read.partitioning.UnknownPartitioning;
import org.apache.spark.sql.types.StructType;

/**
 * A planned scan. Equal by what it reads, so that Spark can reuse the result of one of two. It is
 * divided into partitions when Spark first asks about them; after that, only runtime filters change
 * it. Thread-safe.
 */
public final class AlbisScan
    implements Scan,
        Batch,
        SupportsReportStatistics,
        SupportsReportPartitioning,
        SupportsReportOrdering,
        SupportsRuntimeV2Filtering {

  private final Sources sources;
  private final ReadSpec spec;
  private final RowWindow window;
  private final PushedPredicates predicates;

  /** Null if Spark has not pushed any. */
  private final TopN topN;

  /** Guarded by this, as are the following fields. Null until it is planned. */
  private ScanLayout layout;

  private RuntimeFilters runtime = RuntimeFilters.NONE;
  private Statistics statistics;
  private Set<String> clustered;

  AlbisScan(
      Sources sources, ReadSpec spec, RowWindow window, PushedPredicates predicates, TopN topN) {
    this.sources = sources;
    this.spec = spec;
    this.window = window;
    this.predicates = predicates;
    this.topN = topN;
  }

  @Override
  public StructType readSchema() {
    return spec.readSchema();
  }

  @Override
  public String description() {
    StringBuilder text = new StringBuilder("albis ").append(sources.name());
    text.append(" PushedPredicates: ").append(Arrays.toString(predicates.pushed()));
    if (spec.sample() != null) {
      text.append(" Sample: ").append(spec.sample());
    }
    if (spec.limit() >= 0) {
      text.append(" PartitionLimit: ").append(spec.limit());
    }
    if (topN != null) {
      text.append(" TopN: ").append(topN.rows()).append(" by ").append(topN.order());
    }
    if (!window.equals(RowWindow.ALL)) {
      text.append(" Rows: ").append(window);
    }
    return text.toString();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  private synchronized ScanLayout layout() {
    if (layout == null) {
      layout =
          topN == null
              ? PartitionPlanner.plan(sources, spec, window)
              : PartitionPlanner.planInOrder(sources, spec);
    }
    return layout;
  }

  @Override
  public synchronized InputPartition[] planInputPartitions() {
    return runtime.prune(layout().partitions(), spec).toArray(InputPartition[]::new);
  }

  @Override
  public synchronized PartitionReaderFactory createReaderFactory() {
    ReadSpec pruned = spec.pruneBy(runtime.pruning());
    boolean isSorted = topN != null && topN.isOrderOf(layout().ordering());
    return new ScanReaderFactory(isSorted ? pruned.limitPartitions(topN.rows()) : pruned);
  }

  // ------------------------------------------------------------------ reports

  @Override
  public synchronized Statistics estimateStatistics() {
    if (statistics == null) {
      List<ScanStatistics> all = new ArrayList<>();
      for (Source source : spec.sources()) {
        try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
          // Of the result: columns that only the filter needs do not count.
          TableScan scan = spec.withoutFilter().scan(lease.dataset());
          all.add(isOptimizedByCost() ? scan.statistics(topLevelLeaves()) : scan.statistics());
        }
      }
      ReadSpec.Sample sample = spec.sample();
      boolean isOfRows = sample != null && sample.unit() == ReadSpec.SampleUnit.ROW;
      double share = isOfRows ? sample.to() - sample.from() : 1;
      statistics = EstimatedStatistics.of(all, window, share, spec.options().sizeFactor());
    }
    return statistics;
  }

  /** Statistics of columns cost time for each row group; without the setting, nobody uses them. */
  private static boolean isOptimizedByCost() {
    var conf = SparkSession.active().conf();
    return Boolean.parseBoolean(conf.get("spark.sql.cbo.enabled", "false"))
        || Boolean.parseBoolean(conf.get("spark.sql.cbo.planStats.enabled", "false"));
  }

  private List<String> topLevelLeaves() {
    List<String> names = new ArrayList<>();
    for (String name : spec.dataSchema().fieldNames()) {
      if (!sources.schema().fields().get(sources.schema().ordinal(name)).type().isNested()) {
        names.add(ReportedPartitions.quote(name));
      }
    }
    return names;
  }

  @Override
  public Partitioning outputPartitioning() {
    ScanLayout planned = layout();
    int count = planned.partitions().size();
    return planned.keys().isEmpty()
        ? new UnknownPartitioning(count)
        : new KeyGroupedPartitioning(planned.keys().toArray(Expression[]::new), count);
  }

  @Override
  public SortOrder[] outputOrdering() {
    return layout().ordering().toArray(SortOrder[]::new);
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return ScanMetric.all();
  }

  /** What planning has skipped. */
  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return layout().metrics().toArray(CustomTaskMetric[]::new);
  }

  // ------------------------------------------------------------------ runtime filters

  /**
   * The columns by which rows are clustered. Spark plans a filter for each of them that is a key of
   * a join, and each filter runs the plan of the other side: with all columns, plans of many joins
   * would grow without bound.
   */
  @Override
  public synchronized NamedReference[] filterAttributes() {
    if (clustered == null) {
      clustered = ClusteredColumns.of(spec.sources());
    }
    return Arrays.stream(spec.dataSchema().fieldNames())
        .filter(clustered::contains)
        .map(name -> Expressions.column(ReportedPartitions.quote(name)))
        .toArray(NamedReference[]::new);
  }

  /** Spark evaluates these predicates itself, or knows that they change no result. */
  @Override
  public synchronized void filter(Predicate[] pushed) {
    Map<Boolean, List<Predicate>> isOfPartitions =
        Arrays.stream(pushed).collect(Collectors.partitioningBy(PartitionPredicates::isOne));
    List<Predicate> ofPartitions = isOfPartitions.get(true);
    Predicate[] ofRows = isOfPartitions.get(false).toArray(Predicate[]::new);
    runtime =
        runtime
            .and(PushedPredicates.of(ofRows, sources.schema()))
            .and(PartitionFilter.pruning(sources, ofPartitions).orElse(null), ofPartitions);
  }

  /** Spark then pushes predicates that have no translation as predicates on partitions. */
  @Override
  public boolean supportsIterativePushdown() {
    return true;
  }

  @Override
  public synchronized Predicate[] pushedPredicates() {
    return runtime.pushed().toArray(Predicate[]::new);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AlbisScan other
        && spec.equals(other.spec)
        && window.equals(other.window)
        && Objects.equals(topN, other.topN);
  }

  @Override
  public int hashCode() {
    return Objects.hash(spec, window, topN);
  }
}
