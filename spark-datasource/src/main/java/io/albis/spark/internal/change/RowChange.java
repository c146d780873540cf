// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.change;

import io.albis.format.error.CommitConflictException;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.spark.internal.read.MetadataColumn;
import io.albis.spark.internal.scan.AlbisScanBuilder;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.write.RowsWriteBuilder;
import io.albis.spark.internal.write.TableWrite;
import io.albis.spark.internal.write.WriteOptions;
import io.albis.spark.internal.write.WriteTarget;
import io.albis.writer.DistributedWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperationInfo;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A statement that changes rows. Spark finds the rows, and only these: it filters, joins and prunes
 * columns as in a query, and passes the places of the rows to delete and the new rows. Everything
 * else is copied by row group. For one statement, in the thread that plans it.
 */
public final class RowChange implements SupportsDelta {

  private final Source source;
  private final WriteTarget target;
  private final RowLevelOperationInfo info;
  private final Map<String, String> session;
  private final Function<CaseInsensitiveStringMap, AlbisScanBuilder> scans;

  /** Of what the statement reads in the table. */
  private final List<AlbisScanBuilder> reads = new ArrayList<>();

  /**
   * Starts a statement.
   *
   * @param source the snapshot that it reads
   * @param target an append to the same table
   * @param session options of the session
   * @param scans starts scans of the snapshot
   */
  public RowChange(
      Source source,
      WriteTarget target,
      RowLevelOperationInfo info,
      Map<String, String> session,
      Function<CaseInsensitiveStringMap, AlbisScanBuilder> scans) {
    this.source = source;
    this.target = target;
    this.info = info;
    this.session = session;
    this.scans = scans;
  }

  @Override
  public Command command() {
    return info.command();
  }

  @Override
  public String description() {
    return "albis " + source.uri();
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    AlbisScanBuilder scan = scans.apply(options);
    reads.add(scan);
    return scan;
  }

  /**
   * Returns the place of a row.
   *
   * @throws IllegalArgumentException if the table has a column of one of these names
   */
  @Override
  public NamedReference[] rowId() {
    return Stream.of(MetadataColumn.ROW_GROUP, MetadataColumn.ROW_INDEX)
        .map(MetadataColumn::columnName)
        .peek(this::requireNotHidden)
        .map(Expressions::column)
        .toArray(NamedReference[]::new);
  }

  private void requireNotHidden(String place) {
    for (String column : target.types().fieldNames()) {
      if (column.equalsIgnoreCase(place)) {
        throw new IllegalArgumentException(
            "Cannot change rows of "
                + source.uri()
                + ": its column "
                + column
                + " hides the metadata column by which rows are found (rename it by ALTER TABLE)");
      }
    }
  }

  @Override
  public boolean representUpdateAsDeleteAndInsert() {
    return true;
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo write) {
    return new DeltaWriteBuilder() {
      @Override
      public ChangeWrite build() {
        WriteOptions options = WriteOptions.of(session, write.options().asCaseSensitiveMap());
        TableWrite planned = new RowsWriteBuilder(target, write, session).plan();
        requireSameTable(planned.write());
        return new ChangeWrite(
            source,
            planned,
            command() != Command.DELETE,
            options.isSerializable() ? RowChange.this::isValidAfter : id -> true);
      }
    };
  }

  /** The numbers of row groups that the statement finds are those of the table that it reads. */
  private void requireSameTable(DistributedWrite planned) {
    if (!planned.tableId().equals(source.id())) {
      throw new CommitConflictException(
          "Cannot change rows of "
              + source.uri()
              + ": the table was deleted and created again since the statement was analyzed"
              + " (expected table "
              + source.id()
              + ", found "
              + planned.tableId()
              + "); repeat the statement");
    }
  }

  /** Whether no row was added since that the statement could have read. */
  private boolean isValidAfter(long snapshotId) {
    if (snapshotId == source.snapshotId()) {
      return true;
    }
    Roaring64Bitmap known = rowGroups();
    Predicate read = reads.size() == 1 ? reads.get(0).readRows() : Predicate.alwaysTrue();
    Source after = source.at(snapshotId);
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(after)) {
      boolean[] isValid = {true};
      lease
          .dataset()
          .scan()
          .select()
          .filter(read)
          .visitRowGroups(List.of(), rowGroup -> isValid[0] = known.contains(rowGroup.number()));
      return isValid[0];
    }
  }

  /** The numbers of those that the statement could read. A rollback can bring back others. */
  private Roaring64Bitmap rowGroups() {
    Roaring64Bitmap numbers = new Roaring64Bitmap();
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(source)) {
      ((Table) lease.dataset()).rowGroups().forEach(rowGroup -> numbers.add(rowGroup.number()));
    }
    return numbers;
  }
}
