// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.reader.DatasetScan;
import io.albis.reader.ScanStatistics;
import io.albis.spark.internal.aggregate.PartialAggregations;
import io.albis.spark.internal.compat.PartitionPredicates;
import io.albis.spark.internal.metric.MetricTotals;
import io.albis.spark.internal.metric.ScanMetric;
import io.albis.spark.internal.plan.QueryPlans;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.JoinKeys;
import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.read.ScanReaderFactory;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.Sources;
import io.albis.spark.internal.stream.TableStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
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
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A planned scan. Equal by what it reads, so that Spark can reuse the result of one of two. It is
 * divided into partitions when Spark first asks about them. Runtime filters hold for the next batch
 * alone: Spark executes a scan several times in a recursive query. Thread-safe.
 */
public final class AlbisScan
    implements Scan,
        SupportsReportStatistics,
        SupportsReportPartitioning,
        SupportsReportOrdering,
        SupportsRuntimeV2Filtering {

  /** Beside numbers; of strings, those without a collation. */
  private static final Set<DataType> ESTIMATED_TYPES =
      Set.of(
          DataTypes.BooleanType,
          DataTypes.DateType,
          DataTypes.TimestampType,
          DataTypes.StringType,
          DataTypes.BinaryType);

  /** The share of rows that a filter is taken to select if there is no estimate. */
  public static final double UNKNOWN_SHARE = 0.3;

  private final Sources sources;
  private final ReadSpec spec;
  private final RowWindow window;
  private final RowIndexes rowIndexes;
  private final PushedPredicates predicates;

  /** Null if Spark has not pushed any. */
  private final TopN topN;

  private final List<JoinFilter> joins;

  /** Shared with the scans that are made of this one. */
  private CachePlan plan = new CachePlan();

  /** Guarded by this, as are the following fields. Null until it is planned. */
  private ScanLayout layout;

  private EstimatedStatistics statistics;

  /** Rows of the tables, and those of them that statistics do not rule out. */
  private long tableRows;

  private long candidates;

  /** The share of the rows in the statistics that the filter selects. */
  private OptionalDouble selectivity = OptionalDouble.empty();

  private Set<String> clustered;

  /** The last runtime filter that a batch has taken, and its number. */
  private RuntimeFilters taken = RuntimeFilters.NONE;

  private int takenNumber = ScanPartition.NO_RUNTIME_FILTER;

  /** What the last runtime filter has skipped. */
  private MetricTotals skipped = new MetricTotals();

  /**
   * What Spark has pushed for its next batch. Spark pushes filters and asks for the batch in the
   * same thread; other threads may execute the same scan at that time.
   */
  private final ThreadLocal<RuntimeFilters> runtime =
      ThreadLocal.withInitial(() -> RuntimeFilters.NONE);

  AlbisScan(
      Sources sources,
      ReadSpec spec,
      RowWindow window,
      RowIndexes rowIndexes,
      PushedPredicates predicates,
      TopN topN,
      List<JoinFilter> joins) {
    this.joins = joins;
    this.sources = sources;
    this.spec = spec;
    this.window = window;
    this.rowIndexes = rowIndexes;
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
    if (!joins.isEmpty()) {
      text.append(" JoinKeys: ").append(joins);
    }
    if (!window.equals(RowWindow.ALL)) {
      text.append(" Rows: ").append(window);
    }
    if (!rowIndexes.equals(RowIndexes.ALL)) {
      text.append(" RowIndexes: ").append(rowIndexes);
    }
    return text.toString();
  }

  @Override
  public ColumnarSupportMode columnarSupportMode() {
    return ColumnarSupportMode.SUPPORTED;
  }

  /** Takes the runtime filters. */
  @Override
  public synchronized Batch toBatch() {
    RuntimeFilters pushed = runtime.get();
    runtime.remove();
    if (pushed.pruning() == null) {
      return new ScanBatch(this, pushed, ScanPartition.NO_RUNTIME_FILTER);
    }
    taken = pushed;
    takenNumber++;
    return new ScanBatch(this, pushed, takenNumber);
  }

  /**
   * An execution.
   *
   * @param number of the runtime filter
   */
  private record ScanBatch(AlbisScan scan, RuntimeFilters filters, int number) implements Batch {

    @Override
    public InputPartition[] planInputPartitions() {
      List<ScanPartition> partitions = scan.partitions(filters, number);
      scan.plan.planned(scan.spec.pruneBy(filters.pruning()), partitions);
      return partitions.toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      // Partitions may be planned before the query is executed.
      QueryPlans.planned(scan.plan);
      return scan.readerFactory();
    }

    /** By what is read: the numbers of equal filters of two scans may differ. */
    @Override
    public boolean equals(Object object) {
      return object instanceof ScanBatch other
          && scan.equals(other.scan)
          && filters.equals(other.filters);
    }

    @Override
    public int hashCode() {
      return 31 * scan.hashCode() + filters.hashCode();
    }
  }

  /** Returns what the cache is told of this scan. */
  public QueryPlans.Scan plan() {
    return plan;
  }

  private synchronized ScanLayout layout() {
    if (layout == null) {
      layout =
          topN == null
              ? PartitionPlanner.plan(sources, spec, window, rowIndexes)
              : PartitionPlanner.planInOrder(sources, spec);
    }
    return layout;
  }

  private List<ScanPartition> partitions(RuntimeFilters filters, int number) {
    ScanLayout planned = layout();
    RuntimeFilters all = filters;
    // Partitions that have keys stand for those of the other side of a join.
    if (planned.keys().isEmpty() && planned.partitions().size() > 1) {
      for (JoinFilter join : testedJoins()) {
        all = all.and(join.broadcastKeys(sources.schema()).orElse(null), List.of());
      }
    }
    MetricTotals metrics = new MetricTotals();
    List<ScanPartition> pruned = all.prune(planned.partitions(), spec, number, metrics);
    if (all.pruning() != null) {
      synchronized (this) {
        skipped = metrics;
      }
    }
    return pruned;
  }

  /** Spark asks for this when it executes the scan; the joins need their relations then, too. */
  private PartitionReaderFactory readerFactory() {
    return readerFactory(testedJoins().stream().map(join -> join.keys(sources.schema())).toList());
  }

  /** The joins whose keys the scan tests. */
  private List<JoinFilter> testedJoins() {
    long rows = joins.isEmpty() ? 0 : layout().rowCount();
    return joins.stream().filter(join -> !join.hasMoreKeys(rows)).toList();
  }

  private synchronized PartitionReaderFactory readerFactory(List<JoinKeys> keys) {
    boolean isSorted = topN != null && topN.isOrderOf(layout().ordering());
    ReadSpec needed =
        topN == null
            ? withoutNullTests()
            : isSorted ? spec.limitPartitions(topN.rows()) : topN.limit(spec);
    return new ScanReaderFactory(needed, takenNumber, taken.pruning(), keys);
  }

  /** A join whose keys are known drops rows whose key is null: the scan need not test that. */
  private ReadSpec withoutNullTests() {
    Predicate[] all = predicates.pushed();
    Predicate[] needed =
        Arrays.stream(all)
            .filter(condition -> joins.stream().noneMatch(join -> join.isNullTest(condition)))
            .toArray(Predicate[]::new);
    return needed.length == all.length
        ? spec
        : spec.filteredBy(
            AlbisScanBuilder.orNull(
                PushedPredicates.of(
                        needed, sources.schema(), MetadataColumn.ofRowGroups(sources.schema()))
                    .exact()));
  }

  /** All rows that are added to the table, whatever has been pushed for the scan: nothing has. */
  @Override
  public MicroBatchStream toMicroBatchStream(String checkpoint) {
    SparkSession session = SparkSession.active();
    return TableStream.of(
        spec,
        sources.schema(),
        checkpoint,
        session.sparkContext().hadoopConfiguration(),
        batch -> PartitionPlanner.plan(sources, batch, RowWindow.ALL, RowIndexes.ALL).partitions());
  }

  // ------------------------------------------------------------------ reports

  @Override
  public synchronized Statistics estimateStatistics() {
    if (statistics == null) {
      List<ScanStatistics> all = new ArrayList<>();
      long rows = 0;
      for (Source source : spec.sources()) {
        try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
          // Of the result: columns that only the filter needs do not count.
          DatasetScan scan = spec.withoutFilter().scan(lease);
          all.add(isOptimizedByCost() ? scan.statistics(estimatedColumns()) : scan.statistics());
          rows += lease.dataset().rowCount();
        }
      }
      ReadSpec.Sample sample = spec.sample();
      boolean isOfRows = sample != null && sample.unit() == ReadSpec.SampleUnit.ROW;
      double share = isOfRows ? sample.to() - sample.from() : 1;
      EstimatedStatistics unfiltered =
          EstimatedStatistics.of(all, window, share, spec.options().sizeFactor());
      // Nothing is kept of an estimate that fails.
      tableRows = rows;
      candidates = all.stream().mapToLong(ScanStatistics::rowCount).sum();
      OptionalDouble matching = Selectivity.of(spec, unfiltered, candidates);
      statistics = unfiltered.filtered(matching.orElse(1));
      selectivity = matching.isPresent() ? OptionalDouble.of(1) : matching;
    }
    return statistics;
  }

  /** Returns the number of rows of the tables, before any filter. */
  public synchronized long tableRows() {
    estimateStatistics();
    return tableRows;
  }

  /**
   * Returns how many of these rows the scan is estimated to select. Unlike {@link
   * #estimateStatistics()}, it also reads a sample of large tables.
   */
  public synchronized double selectedRows() {
    estimateStatistics();
    if (selectivity.isEmpty()) {
      OptionalDouble sampled = Selectivity.sampled(spec, candidates);
      selectivity = OptionalDouble.of(sampled.orElse(isSelective() ? UNKNOWN_SHARE : 1));
    }
    return statistics.rows() * selectivity.getAsDouble();
  }

  /** Statistics of columns cost time for each row group; without the setting, they are not used. */
  private static boolean isOptimizedByCost() {
    var conf = SparkSession.active().conf();
    return Boolean.parseBoolean(conf.get("spark.sql.cbo.enabled", "false"))
        || Boolean.parseBoolean(conf.get("spark.sql.cbo.planStats.enabled", "false"));
  }

  /** Of other types than these, Spark fails to estimate how many rows a condition leaves. */
  private List<String> estimatedColumns() {
    List<String> names = new ArrayList<>();
    for (StructField column : spec.dataSchema().fields()) {
      DataType type = column.dataType();
      if (type instanceof NumericType || ESTIMATED_TYPES.contains(type)) {
        names.add(ReportedPartitions.quote(column.name()));
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

  /** What planning has skipped, also by runtime filters. */
  @Override
  public synchronized CustomTaskMetric[] reportDriverMetrics() {
    MetricTotals totals = layout().metrics().copy();
    totals.add(skipped);
    return totals.taskMetrics();
  }

  // ------------------------------------------------------------------ runtime filters

  /**
   * Returns the same scan without the rows that a join would drop.
   *
   * @return empty if the scan selects rows by their number, or has no such column
   */
  public Optional<AlbisScan> joined(JoinFilter join) {
    if (!isKey(join.column(), join.place().type()) || joins.contains(join)) {
      return Optional.empty();
    }
    List<JoinFilter> all = new ArrayList<>(joins);
    all.add(join);
    return Optional.of(withLayout(spec, predicates, List.copyOf(all)));
  }

  /** Whether the scan can leave out rows whose value of a column is not among keys of a type. */
  public boolean isKey(String column, DataType type) {
    return joinKeys() != SourceOptions.Choice.FALSE
        && !countsRows()
        && JoinFilter.isSuited(column, type, spec, sources.schema());
  }

  /** Returns whether to leave out rows by keys. */
  public SourceOptions.Choice joinKeys() {
    return spec.options().joinKeys();
  }

  /** Whether the filter of the scan most likely leaves few rows. */
  public boolean isSelective() {
    return predicates.isSelective();
  }

  /**
   * Returns a scan of those rows of this one for which a condition is true.
   *
   * @return empty if the scan selects rows by their number, or Spark has to evaluate the condition
   */
  public Optional<AlbisScan> filtered(Predicate condition) {
    List<Predicate> all = new ArrayList<>(List.of(predicates.pushed()));
    PushedPredicates added = PushedPredicates.of(new Predicate[] {condition}, sources.schema());
    if (countsRows() || added.remaining().length > 0) {
      return Optional.empty();
    }
    if (all.contains(condition)) {
      return Optional.of(this);
    }
    all.add(condition);
    PushedPredicates both =
        PushedPredicates.of(
            all.toArray(Predicate[]::new),
            sources.schema(),
            MetadataColumn.ofRowGroups(sources.schema()));
    return Optional.of(withLayout(spec.filterBy(added.exact()), both, joins));
  }

  /**
   * Returns a scan of some columns of the same rows, for another part of the query.
   *
   * @param columns names
   * @return empty if the scan selects rows by their number, or a column is not one of the table
   */
  public Optional<AlbisScan> select(Set<String> columns) {
    StructType schema =
        new StructType(
            Arrays.stream(spec.dataSchema().fields())
                .filter(field -> columns.contains(field.name()))
                .toArray(StructField[]::new));
    if (countsRows() || schema.length() < columns.size()) {
      return Optional.empty();
    }
    ReadSpec selected = spec.select(PrunedPaths.of(schema, sources.schema()), schema);
    AlbisScan scan = new AlbisScan(sources, selected, window, rowIndexes, predicates, null, joins);
    scan.layout = layout();
    return Optional.of(scan);
  }

  private boolean countsRows() {
    return spec.limit() >= 0
        || spec.sample() != null
        || topN != null
        || !window.equals(RowWindow.ALL);
  }

  /** Spark has asked for the layout when it planned the query: it stays. */
  private AlbisScan withLayout(
      ReadSpec newSpec, PushedPredicates newPredicates, List<JoinFilter> newJoins) {
    AlbisScan scan =
        new AlbisScan(sources, newSpec, window, rowIndexes, newPredicates, null, newJoins);
    scan.layout = layout();
    scan.plan = plan;
    scan.clustered = clustered;
    return scan;
  }

  /**
   * Returns a scan that aggregates the rows of this one.
   *
   * @param names of the columns of this scan
   * @param computed what Spark computes of the columns before it aggregates
   * @param groups the grouping expressions
   * @param joins of the groups; they may drop groups, whose rows must not fail then
   * @return empty if it is left to Spark: what the reader does not compute as Spark does, and what
   *     has too many groups
   */
  public Optional<AggregateScan> aggregated(
      Map<ExprId, String> names,
      Map<ExprId, org.apache.spark.sql.catalyst.expressions.Expression> computed,
      List<org.apache.spark.sql.catalyst.expressions.Expression> conditions,
      List<org.apache.spark.sql.catalyst.expressions.Expression> groups,
      List<AggregateExpression> aggregates,
      List<JoinedKeys> joins) {
    if (spec.options().aggregates() == SourceOptions.Choice.FALSE) {
      return Optional.empty();
    }
    return PartialAggregations.of(
            sources.schema(), names, computed, conditions, groups, aggregates, joins.isEmpty())
        .filter(
            aggregation ->
                spec.options().aggregates() == SourceOptions.Choice.TRUE
                    || GroupEstimate.isWorthwhile(
                        spec, layout().partitions().size(), aggregation.keys(), joins))
        .map(
            aggregation ->
                new AggregateScan(
                    this,
                    aggregation.byClasses(
                        joins.stream().flatMap(join -> join.classes().stream()).toList())));
  }

  /**
   * The columns by which rows are clustered. Spark plans a filter for each of them that is a key of
   * a join, and each filter runs the plan of the other side: with all columns, plans of many joins
   * would grow without bound.
   */
  @Override
  public NamedReference[] filterAttributes() {
    return Arrays.stream(spec.dataSchema().fieldNames())
        .filter(this::isClustered)
        .map(name -> Expressions.column(ReportedPartitions.quote(name)))
        .toArray(NamedReference[]::new);
  }

  /** Whether rows are clustered by a column. */
  public synchronized boolean isClustered(String column) {
    if (clustered == null) {
      clustered = ClusteredColumns.of(spec.sources());
    }
    return clustered.contains(column);
  }

  /** Spark evaluates these predicates itself, or knows that they change no result. */
  @Override
  public void filter(Predicate[] pushed) {
    Map<Boolean, List<Predicate>> isOfPartitions =
        Arrays.stream(pushed).collect(Collectors.partitioningBy(PartitionPredicates::isOne));
    List<Predicate> ofPartitions = isOfPartitions.get(true);
    Predicate[] ofRows = isOfPartitions.get(false).toArray(Predicate[]::new);
    runtime.set(
        runtime
            .get()
            .and(ofRows, sources.schema())
            .and(
                SparkPartitionFilter.pruningUnlessNull(sources, ofPartitions).orElse(null),
                ofPartitions));
  }

  /** Spark then pushes predicates that have no translation as predicates on partitions. */
  @Override
  public boolean supportsIterativePushdown() {
    return true;
  }

  @Override
  public Predicate[] pushedPredicates() {
    return runtime.get().pushed().toArray(Predicate[]::new);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AlbisScan other
        && spec.equals(other.spec)
        && window.equals(other.window)
        && rowIndexes.equals(other.rowIndexes)
        && Objects.equals(topN, other.topN)
        && joins.equals(other.joins);
  }

  @Override
  public int hashCode() {
    return Objects.hash(spec, window, rowIndexes, topN);
  }
}
