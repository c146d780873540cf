// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SerializedSchema;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.TableLayout.RowGroupLayout;
import io.albis.reader.TableLayout.SegmentLayout;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.metric.ScanCounters;
import io.albis.reader.internal.plan.Partitions;
import io.albis.reader.internal.stats.ColumnSummaries;
import io.albis.reader.internal.stats.SegmentSummaries;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.ReadSettings;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableFiles;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import io.albis.reader.internal.table.TableUses;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.reader.source.SourceTable;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.memory.BufferAllocator;
import io.albis.table.TableStorages;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Rows that can be read: a {@link Table}, or a data file without a table, {@link AlbisFile}.
 *
 * <p>Thread-safe. Close all cursors before the dataset. <b>Memory</b>: all cursors together hold at
 * most {@link ReadOptions#memoryLimit} bytes off-heap. For each column group that it reads, a
 * cursor holds one read of up to {@link ReadOptions#readSize} bytes (or one segment, if that is
 * longer), but not more than the segments of the row groups that it reads together: one, or several
 * small ones that need at most a quarter of the limit; and copies of values whose type was widened
 * after they were written.
 */
public abstract sealed class Dataset implements AutoCloseable permits Table, AlbisFile {

  private final String uri;
  private final Storage storage;
  private final ReadContext context;

  /** Null if scans are not recorded. */
  private final WorkloadRecorder workload;

  /**
   * Creates a dataset.
   *
   * @param files closed with the dataset, as is the storage
   */
  Dataset(
      String uri,
      ReadOptions options,
      Storage storage,
      TableFiles files,
      TableRowGroups rowGroups) {
    this.uri = uri;
    this.storage = storage;
    this.workload = options.workload();
    ReadSettings settings = options.settings();
    BufferAllocator allocator = BufferAllocator.create("reader of " + uri, options.memoryLimit());
    ScanCounters counters = ScanCounters.ofScan();
    files.setTable(
        new SourceTable(
            rowGroups.tableId(),
            uri,
            new ReaderIdentity(storage.root(), storage.user(), options.storageOptions()),
            settings.verifyChecksums(),
            new GroupColumns(rowGroups.snapshot())));
    SegmentReader reader = new StorageSegments(files, settings.verifyChecksums(), counters);
    SegmentSource source = options.segmentSource().apply(reader, allocator);
    rowGroups.setKeeper(source::metadata);
    this.context =
        new ReadContext(
            files,
            rowGroups,
            source,
            allocator,
            settings,
            new TableUses(uri),
            counters,
            (segment, rows) -> rows);
  }

  /**
   * Who reads: the one place, on behalf of the same user, with the same options.
   *
   * @param root of the storage
   * @param user of the storage
   * @param options of the storage
   */
  private record ReaderIdentity(URI root, String user, Map<String, String> options) {}

  /** Lets the source know of a dataset that was opened; closes it if that fails. */
  static <T extends Dataset> T announced(T opened) {
    try {
      opened.announce();
    } catch (RuntimeException e) {
      // Closes the source and the storage.
      TableStorages.closeAfter(e, opened);
      throw e;
    }
    return opened;
  }

  /** Lets the source find out which segments planned scans of this dataset will read. */
  void announce() {
    context
        .source()
        .opened(
            content().id(), planned -> context.uses().unlessClosed(() -> plannedSegments(planned)));
  }

  private Map<SegmentKey, Long> plannedSegments(PlannedScans planned) {
    DatasetScan scan = scan().select(planned.columns());
    DatasetScan filtered = planned.filter() == null ? scan : scan.pruneBy(planned.filter());
    Map<Long, Long> rows = planned.rows().isEmpty() ? Map.of(0L, rowCount()) : planned.rows();
    Map<SegmentKey, Long> segments = new LinkedHashMap<>();
    rows.forEach(
        (first, count) ->
            filtered.visitSegments(
                first, count, (key, read) -> segments.merge(key, read, Long::sum)));
    return segments;
  }

  Snapshot content() {
    return context.rowGroups().snapshot();
  }

  /** Statistics of all rows as the metadata has them; empty if it has none. */
  abstract List<ColumnStatistics> storedStatistics();

  abstract Verification runVerification(LongConsumer progress);

  /** Returns the URI or path that it was opened with. */
  public String uri() {
    return uri;
  }

  /** Returns the id of the table or file. Another one at the same URI has another id. */
  public UUID id() {
    return context.rowGroups().tableId();
  }

  /**
   * Returns the schema. Parses all of it; a {@link #scan} of selected columns does not.
   *
   * @throws io.albis.format.error.CorruptFileException if it breaks a rule of the format
   */
  public Schema schema() {
    return content().schema().schema();
  }

  SerializedSchema serializedSchema() {
    return content().schema();
  }

  /** Returns the column groups that new rows are written to, in the order of their extents. */
  public List<ColumnGroup> columnGroups() {
    return content().columnGroups().inOrder(schema());
  }

  /** Returns the number of rows. */
  public long rowCount() {
    return content().rowCount();
  }

  /** Returns the user-defined properties, without those of Albis. */
  public Map<String, String> properties() {
    Map<String, String> own = new TreeMap<>(content().properties());
    own.keySet().removeIf(key -> key.startsWith("albis."));
    return own;
  }

  /**
   * Returns the physical layout: files, extents and segments. Reads all metadata, also that of data
   * files where manifests leave out segments.
   */
  public TableLayout layout() {
    return context
        .uses()
        .track(
            "a call of layout()",
            () -> new TableLayout(allColumnGroups(), fileLengths(), rowGroupLayouts()));
  }

  private List<ColumnGroup> allColumnGroups() {
    List<ColumnGroup> groups = new ArrayList<>(columnGroups());
    content().columnGroups().listed().stream().filter(ColumnGroup::retired).forEach(groups::add);
    return List.copyOf(groups);
  }

  private Map<String, Long> fileLengths() {
    Map<String, Long> files = new LinkedHashMap<>();
    for (int m = 0; m < context.rowGroups().manifestCount(); m++) {
      for (DataFileRef file : context.rowGroups().manifest(m).footer().files()) {
        files.putIfAbsent(file.path(), file.length());
      }
    }
    return Collections.unmodifiableMap(files);
  }

  private List<RowGroupLayout> rowGroupLayouts() {
    List<RowGroupLayout> layouts = new ArrayList<>();
    for (int m = 0; m < context.rowGroups().manifestCount(); m++) {
      SectionReader manifest = context.rowGroups().manifest(m);
      int[] ids = columnGroupIds(manifest);
      manifest.load(IntStream.of(ids));
      for (RowGroupRef rowGroup : context.rowGroups().of(m)) {
        layouts.add(rowGroupLayout(manifest, ids, rowGroup));
      }
    }
    return layouts;
  }

  private RowGroupLayout rowGroupLayout(SectionReader manifest, int[] ids, RowGroupRef rowGroup) {
    List<ExtentLayout> extents = new ArrayList<>();
    for (int id : ids) {
      ColumnGroupSection section = manifest.section(id);
      int index = section.find(rowGroup.index());
      if (index >= 0) {
        extents.add(layout(rowGroup, id, section.extent(index)));
      }
    }
    return new RowGroupLayout(rowGroup.number(), rowGroup.rowCount(), extents);
  }

  /**
   * Returns the physical layout of the row group that holds a row. Reads the metadata of its
   * manifest, and of its data files where that leaves out segments.
   *
   * @param row number in the table, from 0
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public RowGroupLayout rowGroupLayout(long row) {
    Objects.checkIndex(row, rowCount());
    return context
        .uses()
        .track(
            "a call of rowGroupLayout()",
            () -> {
              RowGroupRef rowGroup = rowGroupOf(row);
              SectionReader manifest = context.rowGroups().manifest(rowGroup.manifest());
              int[] ids = columnGroupIds(manifest);
              manifest.load(IntStream.of(ids));
              return rowGroupLayout(manifest, ids, rowGroup);
            });
  }

  /**
   * Returns the statistics of each segment of a column group in the row group that holds a row: of
   * each column of the group that is in the schema. Reads metadata but no data.
   *
   * @param row number in the table, from 0
   * @param columnGroupId of an extent of the row group
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public List<List<ColumnSummary>> segmentStatistics(long row, int columnGroupId) {
    Objects.checkIndex(row, rowCount());
    return context
        .uses()
        .track(
            "a call of segmentStatistics()",
            () -> SegmentSummaries.of(context.rowGroups(), rowGroupOf(row), columnGroupId));
  }

  private RowGroupRef rowGroupOf(long row) {
    return context.rowGroups().ranges(row, 1, manifest -> true).next().rowGroup();
  }

  private static int[] columnGroupIds(SectionReader manifest) {
    Sections sections = manifest.footer().sections();
    return IntStream.range(sections.first(SectionKind.EXTENTS), sections.end(SectionKind.EXTENTS))
        .map(sections::columnGroupId)
        .toArray();
  }

  private ExtentLayout layout(RowGroupRef rowGroup, int groupId, Extent extent) {
    List<SegmentLayout> segments = new ArrayList<>();
    for (Segment segment : context.rowGroups().withSegments(rowGroup, groupId, extent).segments()) {
      segments.add(new SegmentLayout(segment.offset(), segment.length(), segment.rowCount()));
    }
    return new ExtentLayout(
        groupId,
        context.rowGroups().file(rowGroup, extent).path(),
        extent.offset(),
        extent.length(),
        extent.valueBytes(),
        segments);
  }

  /**
   * Returns the statistics of each column, for a struct those of its fields, in the order of the
   * schema. Reads metadata but no data; of a table that has statistics of its own, no manifests.
   */
  public List<ColumnSummary> columnStatistics() {
    return context
        .uses()
        .track(
            "a call of columnStatistics()",
            () -> ColumnSummaries.of(context.rowGroups(), storedStatistics()));
  }

  /**
   * Reads all data and verifies every checksum, statistic, structure and padding byte against the
   * metadata. Continues after a problem.
   *
   * @param progress receives the number of bytes verified since the previous call
   */
  public Verification verify(LongConsumer progress) {
    return context.uses().track("a call of verify()", () -> runVerification(progress));
  }

  /** Returns a scan of all columns and rows, to be refined. */
  public DatasetScan scan() {
    requireOpen();
    return DatasetScan.all(this);
  }

  /**
   * Returns the values of a partition as objects, in the order of the fields of its spec: what the
   * transforms have returned, with the classes that {@link io.albis.reader.RowView#getObject}
   * returns for their types. Null for null; empty for {@link PartitionTuple#NONE}. Reads nothing.
   *
   * @param partition of a row group or split of this dataset
   * @throws io.albis.format.error.InvalidArgumentException if the type of a value is unknown, since
   *     its column has been dropped or its transform is unknown
   */
  public List<Object> partitionValues(PartitionTuple partition) {
    return new Partitions(content()).values(partition);
  }

  /**
   * Returns by what row groups are partitioned, by the ids that partitions refer to ({@link
   * PartitionTuple#specId}). A column that has been dropped since has the path {@code field} with
   * its id.
   */
  public Map<Integer, List<Partitioning>> partitionings() {
    Map<Integer, List<Partitioning>> found = new LinkedHashMap<>();
    for (PartitionSpec spec : content().partitionSpecs()) {
      found.put(spec.id(), spec.partitionings(schema()));
    }
    return found;
  }

  /**
   * Returns the orders in which the rows of row groups are sorted, by the ids that splits and row
   * groups refer to. Dropped columns are named as in {@link #partitionings}.
   */
  public Map<Integer, List<SortColumn>> sortOrders() {
    Map<Integer, List<SortColumn>> found = new LinkedHashMap<>();
    for (SortOrder order : content().sortOrders()) {
      found.put(order.id(), order.columns(schema()));
    }
    return found;
  }

  /** Returns counters of what has been read from storage so far. */
  public StorageMetrics metrics() {
    return storage.metrics();
  }

  /** Returns the off-heap bytes that cursors hold now. */
  public long memoryUsed() {
    return context.allocator().allocatedBytes();
  }

  /** Returns the peak of the off-heap bytes that cursors have held. */
  public long peakMemoryUsed() {
    return context.allocator().peakBytes();
  }

  ReadContext context() {
    return context;
  }

  /** Records a query if that is wanted. */
  void record(Supplier<Set<String>> columns) {
    if (workload != null) {
      workload.record(columns.get());
    }
  }

  void requireOpen() {
    context.uses().requireOpen();
  }

  /**
   * Closes everything. Idempotent.
   *
   * @throws IllegalStateException if a cursor is still open, another call still reads, or the
   *     memory of a {@link io.albis.reader.ColumnVector} was retained and not released. In the
   *     first two cases the dataset stays open
   */
  @Override
  public void close() {
    if (!context.uses().close()) {
      return;
    }
    context.source().close();
    context.files().close();
    TableStorages.close(storage);
    try {
      context.allocator().close();
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "Failed to close "
              + uri
              + " cleanly: memory of vectors that was retained has not been released",
          e);
    }
  }
}
