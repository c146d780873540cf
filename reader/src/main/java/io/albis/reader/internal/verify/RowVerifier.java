// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnVector;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.io.ReadAhead;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.StoredLeaves;
import io.albis.reader.internal.scan.BatchLoader;
import io.albis.reader.internal.scan.ReadLimits;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Verifies what takes several columns of a row to know: leaves under null structs are null,
 * required ones under present structs are not, rows are in their partition and in their order.
 */
final class RowVerifier {

  private final ReadContext context;
  private final TableRowGroups rowGroups;
  private final Snapshot snapshot;
  private final Schema schema;
  private final Problems problems;

  RowVerifier(ReadContext context, Problems problems) {
    this.context = context;
    this.rowGroups = context.rowGroups();
    this.snapshot = rowGroups.snapshot();
    this.schema = snapshot.schema().schema();
    this.problems = problems;
  }

  /** Verifies the rows of a manifest. */
  void verify(int m) {
    io.albis.format.internal.metadata.RowGroups metadata =
        rowGroups.manifest(m).footer().rowGroups();
    String path = rowGroups.manifestRef(m).path();
    Set<PartitionTuple> distinct = new HashSet<>();
    for (PartitionTuple partition : metadata.partitions()) {
      if (!distinct.add(normalized(partition, path).orElse(partition))) {
        problems.add(path, -1, "", "partition", "each once", partition);
      }
    }
    for (RowGroupRef rowGroup : rowGroups.of(m)) {
      Rows of = new Rows(path, rowGroup.number());
      List<RowCheck> checks = new ArrayList<>();
      partition(metadata.partition(rowGroup.index()), path).ifPresent(checks::add);
      order(metadata.sortOrderId(rowGroup.index()), path).ifPresent(checks::add);
      problems.check(path, () -> verify(rowGroup, checks, of));
    }
  }

  /** A partition with values in the widths of the present types; empty if it has others. */
  private Optional<PartitionTuple> normalized(PartitionTuple partition, String path) {
    Optional<PartitionSpec> spec = spec(partition);
    if (spec.isEmpty()) {
      return Optional.of(partition);
    }
    try {
      return Optional.of(spec.get().normalize(partition, schema));
    } catch (InvalidArgumentException e) {
      problems.add(path, -1, "", "partition", "values of its spec", e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<PartitionSpec> spec(PartitionTuple partition) {
    return snapshot.partitionSpecs().stream()
        .filter(spec -> spec.id() == partition.specId())
        .findFirst();
  }

  private Optional<RowCheck> partition(PartitionTuple partition, String path) {
    if (partition.specId() == 0) {
      return Optional.empty();
    }
    Optional<PartitionSpec> spec = spec(partition);
    if (spec.isEmpty()) {
      problems.add(path, -1, "", "partition spec", "one of the table", partition.specId());
      return Optional.empty();
    }
    return normalized(partition, path)
        .filter(normalized -> normalized.size() == spec.get().fields().size())
        .map(normalized -> new PartitionCheck(spec.get(), normalized, schema));
  }

  private Optional<RowCheck> order(int orderId, String path) {
    if (orderId == 0) {
      return Optional.empty();
    }
    Optional<SortOrder> order =
        snapshot.sortOrders().stream().filter(one -> one.id() == orderId).findFirst();
    if (order.isEmpty()) {
      problems.add(path, -1, "", "sort order", "one of the table", orderId);
    }
    return order.map(found -> new OrderCheck(found, schema));
  }

  private void verify(RowGroupRef rowGroup, List<RowCheck> checks, Rows of) {
    Set<Integer> needed = new HashSet<>();
    checks.forEach(check -> needed.addAll(check.leafIds()));
    List<Field> fields =
        schema.fields().stream()
            .filter(field -> hasPresence(field) || isNeeded(field, needed))
            .toList();
    if (fields.isEmpty()) {
      return;
    }
    Schema read = Schema.of(fields);
    ScanPlan plan = new ScanPlan(snapshot, read);
    List<RowCheck> all = new ArrayList<>(checks);
    for (int ordinal = 0; ordinal < plan.leaves().size(); ordinal++) {
      int presence = plan.presenceAround(plan.leaves().get(ordinal));
      if (presence >= 0) {
        all.add(new PresenceCheck(plan, ordinal, presence));
      }
    }
    int readSize = context.settings().readSize();
    try (BatchLoader loader =
        new BatchLoader(
            context,
            plan,
            rowGroup.firstRow(),
            isStored(plan, rowGroup) ? rowGroup.rowCount() : 1,
            ReadAhead.none(context),
            ReadLimits.of(context, plan, readSize, 1))) {
      long row = 0;
      while (!all.isEmpty() && loader.next()) {
        List<ColumnVector> vectors =
            loader.batch().vectors().stream().map(VectorOwner::vector).toList();
        long first = row;
        all.removeIf(check -> check.fails(plan, vectors, first, of, problems));
        row += loader.batch().rowCount();
      }
    }
  }

  /** Whether some leaf is stored; otherwise all rows are the same, however many there are. */
  private boolean isStored(ScanPlan plan, RowGroupRef rowGroup) {
    StoredLeaves leaves = new StoredLeaves(plan, rowGroups, rowGroup);
    return IntStream.range(0, plan.leaves().size()).anyMatch(i -> leaves.group(i) >= 0);
  }

  private boolean hasPresence(Field field) {
    if (field.type().isRepeated()) {
      return false;
    }
    return (field.type().isNested() && field.nullable())
        || field.type().children().stream().anyMatch(this::hasPresence);
  }

  private boolean isNeeded(Field field, Set<Integer> leafIds) {
    return leafIds.contains(field.id())
        || field.type().children().stream().anyMatch(child -> isNeeded(child, leafIds));
  }

  /**
   * A row group, for messages.
   *
   * @param file path of its manifest, or of the data file that is read as one
   * @param number of the row group in the table
   */
  record Rows(String file, long number) {
    String name(long row) {
      return "row " + row + " of row group " + number;
    }
  }

  /** A check of consecutive rows. */
  abstract static class RowCheck {

    /** The leaves that it reads. */
    abstract Set<Integer> leafIds();

    /**
     * Checks a batch.
     *
     * @param firstRow number of its first row in the row group
     * @param of the row group, for messages
     * @return whether a problem was recorded, so that the check ends
     */
    abstract boolean fails(
        ScanPlan plan, List<ColumnVector> vectors, long firstRow, Rows of, Problems problems);

    static int ordinal(ScanPlan plan, int leafId) {
      for (int i = 0; i < plan.leaves().size(); i++) {
        if (plan.leaves().get(i).id() == leafId) {
          return i;
        }
      }
      throw new IllegalArgumentException("Leaf " + leafId + " is not read");
    }
  }

  /** Whether a leaf is null where its struct is, and only there if it is required. */
  private static final class PresenceCheck extends RowCheck {

    private final int ordinal;
    private final int presence;
    private final Leaf leaf;
    private final boolean isRequired;

    PresenceCheck(ScanPlan plan, int ordinal, int presence) {
      this.ordinal = ordinal;
      this.presence = presence;
      this.leaf = plan.leaves().get(ordinal);
      this.isRequired = !plan.field(leaf.id()).nullable();
    }

    @Override
    Set<Integer> leafIds() {
      return Set.of(leaf.id());
    }

    @Override
    boolean fails(
        ScanPlan plan, List<ColumnVector> vectors, long firstRow, Rows of, Problems problems) {
      ColumnVector value = vectors.get(ordinal);
      ColumnVector struct = vectors.get(presence);
      for (int row = 0; row < value.rowCount(); row++) {
        boolean isNull = value.isNullAt(row);
        boolean isAbsent = struct.isNullAt(row);
        if ((isAbsent && !isNull) || (!isAbsent && isNull && isRequired)) {
          problems.add(
              of.file(),
              -1,
              leaf.path(),
              "value in " + of.name(firstRow + row),
              isAbsent ? "null, since its struct is null" : "a value, since it is required",
              isNull ? "null" : "a value");
          return true;
        }
      }
      return false;
    }
  }
}
