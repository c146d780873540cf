// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.Constraints;
import io.albis.format.schema.Schema;
import io.albis.spark.internal.change.RowChange;
import io.albis.spark.internal.compat.Capabilities;
import io.albis.spark.internal.compat.TableConstraints;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.scan.AlbisScanBuilder;
import io.albis.spark.internal.scan.ClusteredColumns;
import io.albis.spark.internal.scan.SparkPartitionFilter;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourceResolver;
import io.albis.spark.internal.source.Sources;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.write.RowGroupSelection;
import io.albis.spark.internal.write.RowsWriteBuilder;
import io.albis.spark.internal.write.WriteTarget;
import io.albis.writer.DistributedWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsRowLevelOperations;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationBuilder;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What a query reads, at a fixed snapshot, as a table of Spark. Immutable, and equal by what it
 * reads, so that Spark finds several scans of the same table in one query.
 */
public class AlbisTable
    implements SupportsRead,
        SupportsWrite,
        SupportsDeleteV2,
        SupportsRowLevelOperations,
        SupportsMetadataColumns {

  private static final String PRESERVE_TYPES = "spark.sql.preserveCharVarcharTypeInfo";

  private final Sources sources;
  private final SourceOptions options;

  /** What was asked for. */
  private final SourceResolver.Version version;

  private final StructType schema;
  private final boolean isJoined;

  /** True for the rows that are read. */
  private final List<Predicate> conditions;

  private final Map<String, String> properties;

  /** Null until it is asked for: the optimizer asks again and again. */
  private volatile Boolean isClustered;

  AlbisTable(
      Sources sources,
      SourceOptions options,
      SourceResolver.Version version,
      StructType schema,
      boolean isJoined,
      List<Predicate> conditions,
      Map<String, String> properties) {
    this.sources = sources;
    this.options = options;
    this.version = version;
    this.schema = schema;
    this.isJoined = isJoined;
    this.conditions = conditions;
    this.properties = properties;
  }

  /**
   * Creates a table.
   *
   * @throws IllegalArgumentException if Spark cannot read a column; the message contains its path
   */
  static AlbisTable of(Sources sources, SourceOptions options, SourceResolver.Version version) {
    return of(
        sources,
        options,
        version,
        SparkTypes.toSpark(sources.schema(), options.nanoseconds()),
        false,
        List.of(),
        TableProperties.of(sources.sources().get(0).uri(), sources.properties()));
  }

  private static AlbisTable of(
      Sources sources,
      SourceOptions options,
      SourceResolver.Version version,
      StructType schema,
      boolean isJoined,
      List<Predicate> conditions,
      Map<String, String> properties) {
    return Capabilities.CAN_CHOOSE_CHANGES
        ? EvolvingTable.of(sources, options, version, schema, isJoined, conditions, properties)
        : new AlbisTable(sources, options, version, schema, isJoined, conditions, properties);
  }

  /** Whether the options of a query ask for another snapshot than the one that is read. */
  boolean isAtOtherVersion(CaseInsensitiveStringMap query) {
    SourceResolver.Version wanted =
        TableLoader.version(
            name(),
            query.get(SourceOptions.VERSION_AS_OF),
            query.get(SourceOptions.TIMESTAMP_AS_OF));
    if (wanted instanceof SourceResolver.SnapshotId snapshot) {
      return sources.sources().stream().anyMatch(source -> source.snapshotId() != snapshot.id());
    }
    return wanted instanceof SourceResolver.AsOf && !wanted.equals(version);
  }

  /**
   * Loads the snapshot that the options of a query ask for: {@code SELECT ... FROM t WITH
   * (versionAsOf = 1)}. Spark has resolved the columns by then.
   */
  AlbisTable atVersionOf(CaseInsensitiveStringMap query) {
    List<String> paths = sources.sources().stream().map(Source::uri).toList();
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(options.asMap());
    all.keySet().removeAll(List.of(SourceOptions.VERSION_AS_OF, SourceOptions.TIMESTAMP_AS_OF));
    all.putAll(query.asCaseSensitiveMap());
    AlbisTable table = TableLoader.load(new PathIdentifier(paths, all)).withProperties(properties);
    if (sources.alias() != null) {
      table = table.managed(sources.alias());
    }
    if (!table.schema.equals(schema)) {
      throw UserErrors.of(
          "Cannot read "
              + name()
              + " WITH (...) of a snapshot that has other columns (use VERSION AS OF, or"
              + " TIMESTAMP AS OF, and the path of the table)",
          null);
    }
    return table;
  }

  /** The same table as one of a catalog that owns its directory. */
  public AlbisTable managed(String name) {
    return of(
        sources.named(name),
        options,
        version,
        schema,
        isJoined,
        conditions,
        TableProperties.managed(properties));
  }

  /** The same table with the properties that a catalog has for it. */
  AlbisTable withProperties(Map<String, String> others) {
    return of(sources, options, version, schema, isJoined, conditions, others);
  }

  /**
   * The same table in a join with one that its keys can prune: the plan shows that its rows are
   * filtered, if they are. Spark then evaluates one comparison itself.
   */
  AlbisTable joined() {
    return of(sources, options, version, schema, true, conditions, properties);
  }

  /**
   * The same table without the rows for which a condition is not true, which Spark does not push.
   *
   * @return empty if a scan cannot evaluate the condition as Spark does, or does so already
   */
  Optional<AlbisTable> filtered(Predicate condition) {
    PushedPredicates pushed = PushedPredicates.of(new Predicate[] {condition}, sources.schema());
    if (pushed.remaining().length > 0 || conditions.contains(condition)) {
      return Optional.empty();
    }
    List<Predicate> all = new ArrayList<>(conditions);
    all.add(condition);
    return Optional.of(
        of(sources, options, version, schema, isJoined, List.copyOf(all), properties));
  }

  /** The columns as they are stored. */
  public Schema storedSchema() {
    return sources.schema();
  }

  /** The only source; empty if there are several. */
  public Optional<Source> source() {
    return sources.sources().size() == 1 ? Optional.of(sources.sources().get(0)) : Optional.empty();
  }

  boolean isJoined() {
    return isJoined;
  }

  /** Whether conditions on some columns are likely to rule out row groups. */
  boolean isClustered() {
    Boolean known = isClustered;
    if (known == null) {
      known = !ClusteredColumns.of(sources.sources()).isEmpty();
      isClustered = known;
    }
    return known;
  }

  @Override
  public String name() {
    return sources.alias() != null ? sources.alias() : "albis " + sources.name();
  }

  /**
   * With the types char and varchar, which DESCRIBE shows and queries see as strings. If a setting
   * lets queries see the types, too, Spark takes them from the metadata of strings.
   */
  @Override
  @SuppressWarnings("deprecation") // the columns are derived from it
  public StructType schema() {
    return shown(schema);
  }

  private static StructType shown(StructType columns) {
    boolean isPreserved =
        Boolean.parseBoolean(SQLConf.get().getConfString(PRESERVE_TYPES, "false"));
    return isPreserved ? columns : CharVarcharUtils.getRawSchema(columns);
  }

  /** Returns other columns as {@link #schema} shows those of this table. */
  StructType columns(Schema stored) {
    return shown(SparkTypes.toSpark(stored, options.nanoseconds()));
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  /**
   * The snapshot, as a {@link TableVersion}. For Spark 4.1 and later: a {@code DataFrame} sees the
   * latest one each time it runs, and rows that were checked for a new constraint are those of this
   * one.
   */
  @Override
  public String version() {
    return source()
        .map(source -> new TableVersion(source.id(), source.snapshotId()).toString())
        .orElse(null);
  }

  /** For Spark 4.1 and later. */
  @Override
  public Constraint[] constraints() {
    return TableConstraints.parse(name(), storedConstraints());
  }

  @Override
  public Set<TableCapability> capabilities() {
    return options.overwriteSchema() ? Capabilities.OF_ANY_SCHEMA : Capabilities.OF_TABLES;
  }

  /** Only if the values of partitions are those of columns. */
  @Override
  public Transform[] partitioning() {
    return SparkPartitionFilter.partitioning(sources);
  }

  /** The same table for statements that show it: with all partitions, if Spark can name them. */
  AlbisTable described() {
    Transform[] all = PartitionTransforms.toSpark(sources.partitioning());
    return all.length == partitioning().length ? this : new Described(this, all);
  }

  /** A table that is shown, and not read. */
  private static final class Described extends AlbisTable {

    private final Transform[] partitioning;

    Described(AlbisTable table, Transform[] partitioning) {
      super(
          table.sources,
          table.options,
          table.version,
          table.schema,
          table.isJoined,
          table.conditions,
          table.properties);
      this.partitioning = partitioning;
    }

    @Override
    public Transform[] partitioning() {
      return partitioning.clone();
    }
  }

  @Override
  public org.apache.spark.sql.connector.catalog.MetadataColumn[] metadataColumns() {
    return Arrays.stream(MetadataColumn.values())
        .map(Column::new)
        .toArray(org.apache.spark.sql.connector.catalog.MetadataColumn[]::new);
  }

  @Override
  public AlbisScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
    SourceOptions merged = options.with(scanOptions.asCaseSensitiveMap());
    Sources opened = merged.equals(options) ? sources : sources.with(merged);
    return new AlbisScanBuilder(opened, schema, merged, isJoined, conditions);
  }

  /** Whether metadata shows that whole row groups are deleted. */
  @Override
  public boolean canDeleteWhere(Predicate[] predicates) {
    requireWritable();
    return RowGroupSelection.known(sources.sources().get(0), predicates).isPresent();
  }

  @Override
  public void deleteWhere(Predicate[] predicates) {
    WriteTarget target = target();
    DistributedWrite write = target.open(TableLoader.sessionOptions());
    List<Long> matching =
        RowGroupSelection.matching(target.base(write), predicates)
            .orElseThrow(
                () ->
                    new CommitConflictException(
                        "Cannot delete from "
                            + name()
                            + ": another writer has added a row group with rows to delete and"
                            + " others; repeat the statement"));
    if (!matching.isEmpty()) {
      write.commit(List.of(), matching);
    }
  }

  @Override
  public RowLevelOperationBuilder newRowLevelOperationBuilder(RowLevelOperationInfo info) {
    WriteTarget target = target();
    return () ->
        new RowChange(
            sources.sources().get(0),
            target,
            info,
            TableLoader.sessionOptions(),
            this::newScanBuilder);
  }

  @Override
  public boolean truncateTable() {
    WriteTarget all = target().with(WriteTarget.Mode.OVERWRITE);
    all.open(TableLoader.sessionOptions()).commit(List.of());
    return true;
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new RowsWriteBuilder(target(), info, TableLoader.sessionOptions());
  }

  /** What is written when rows are appended. */
  public WriteTarget target() {
    requireWritable();
    return new WriteTarget(
        sources.sources().get(0).uri(),
        WriteTarget.Mode.APPEND,
        schema(),
        sources.partitioning(),
        Map.of(),
        storedConstraints(),
        options);
  }

  private Map<String, String> storedConstraints() {
    return Constraints.of(sources.properties());
  }

  private void requireWritable() {
    Source source = sources.sources().get(0);
    String reason = null;
    if (sources.sources().size() > 1) {
      reason = "it has several paths (expected one)";
    } else if (source.isFile()) {
      reason = "it is a data file, which never changes (expected a table)";
    } else if (!(version instanceof SourceResolver.Latest)) {
      reason = "an older snapshot was asked for (expected the latest one)";
    } else if (!Capabilities.CHECKS_CONSTRAINTS && !storedConstraints().isEmpty()) {
      reason = "this version of Spark does not check its constraints (expected 4.1 or later)";
    }
    if (reason != null) {
      throw UserErrors.of("Cannot write to " + sources.name() + ": " + reason, null);
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof AlbisTable other
        && isJoined == other.isJoined
        && conditions.equals(other.conditions)
        && sources.equals(other.sources)
        && options.equals(other.options)
        && properties.equals(other.properties);
  }

  /** The progress of a stream shows it. */
  @Override
  public String toString() {
    return name();
  }

  @Override
  public int hashCode() {
    return 31 * sources.hashCode() + options.hashCode();
  }

  private record Column(MetadataColumn column)
      implements org.apache.spark.sql.connector.catalog.MetadataColumn {

    @Override
    public String name() {
      return column.columnName();
    }

    @Override
    public DataType dataType() {
      return column.type();
    }

    @Override
    public boolean isNullable() {
      return column.isNullable();
    }

    @Override
    public String comment() {
      return column.comment();
    }
  }
}
