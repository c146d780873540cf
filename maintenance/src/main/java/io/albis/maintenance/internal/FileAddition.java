// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.table.Commit;
import io.albis.table.ManifestFooters;
import io.albis.table.NewFiles;
import io.albis.table.NewManifest;
import io.albis.table.NewManifests;
import io.albis.writer.CommitResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes data files part of a table (SPEC.md, section 17). For one thread. */
public final class FileAddition {

  private final MaintenanceContext table;
  private final List<String> paths;

  /** Paths and file ids that are in the table, of the manifests in {@link #known}. */
  private final Set<Object> present = new HashSet<>();

  private final Set<String> known = new HashSet<>();

  /**
   * Adds files to a table.
   *
   * @param paths relative to the table's directory
   */
  public FileAddition(MaintenanceContext table, List<String> paths) {
    this.table = table;
    this.paths = List.copyOf(paths);
  }

  /** A manifest of the files, and what the snapshot gets beside it. */
  private record Addition(
      ManifestBuilder.Manifest manifest, AddedColumnGroups groups, CommitResult result) {}

  /** Checks the files. Changes nothing. */
  public CommitResult check() {
    return addition(table.snapshots().require().snapshot()).result;
  }

  /** Adds the files in one commit. */
  public CommitResult run() {
    SnapshotFile base = table.snapshots().require();
    Snapshot before = base.snapshot();
    Addition addition = addition(before);
    CommitResult added = addition.result;
    if (added.writtenRowGroups() == 0) {
      return added;
    }
    boolean hasNewIds = addition.groups.nextId() != before.nextId();
    Snapshot published =
        new Commit(table.storage(), table.environment())
            .publish(
                new NewManifests(
                    table.storage(),
                    new NewFiles(table.storage()),
                    Optional.of(
                        new NewManifest(addition.manifest, table.environment().uuids(), false))),
                base,
                hasNewIds ? Commit.OnConflict.REBASE_IF_NO_IDS : Commit.OnConflict.REBASE,
                parent -> change(parent, addition));
    return new CommitResult(
        published.id(),
        published.rowCount(),
        added.writtenRows(),
        added.writtenRowGroups(),
        0,
        0,
        added.writtenBytes());
  }

  private Snapshot change(Snapshot parent, Addition addition) {
    requireAbsent(parent, addition.manifest.files());
    return parent.toBuilder()
        .columnGroups(addition.groups.groups().withOrder(parent.columnGroups().order()))
        .nextId(Math.max(parent.nextId(), addition.groups.nextId()))
        .timestampMillis(table.environment().millis())
        .operation("add-files")
        .createdBy(table.environment().createdBy())
        .build();
  }

  private Addition addition(Snapshot snapshot) {
    AddedColumnGroups groups = new AddedColumnGroups(snapshot.columnGroups(), snapshot.nextId());
    ManifestBuilder manifest = new ManifestBuilder(snapshot.tableId());
    List<DataFileRef> added = new ArrayList<>();
    int rowGroups = 0;
    long rows = 0;
    try (OpenSources files = new OpenSources(table.storage())) {
      for (String path : new ArrayList<>(paths)) {
        requireValid(path);
        SourceFile file = SourceFile.open(path, files);
        DataFileFooter footer = file.footer();
        List<ColumnGroupSection> sections = sections(file);
        Schema own = footer.schema().schema();
        new FileFit(path, own, snapshot.schema().schema())
            .require(sections, footer.rowGroups().count());
        if (footer.rowGroups().count() > 0) {
          added.add(file.ref());
          add(manifest, file, sections, groups.map(footer.columnGroups(), own), snapshot);
          rowGroups += footer.rowGroups().count();
          rows += footer.rowGroups().totalRows();
        }
      }
    }
    requireAbsent(snapshot, added);
    long bytes = added.stream().mapToLong(DataFileRef::length).sum();
    return new Addition(
        manifest.build(),
        groups,
        new CommitResult(0, snapshot.rowCount() + rows, rows, rowGroups, 0, 0, bytes));
  }

  private void requireValid(String path) {
    if (!TablePaths.isValid(path)
        || path.startsWith(TablePaths.METADATA_DIRECTORY + "/")
        || paths.indexOf(path) != paths.lastIndexOf(path)) {
      throw new InvalidArgumentException(
          "Cannot add file "
              + path
              + ": invalid path (expected each file once, by its path in the table's directory)");
    }
  }

  private static List<ColumnGroupSection> sections(SourceFile file) {
    List<ColumnGroupSection> found = new ArrayList<>();
    Sections sections = file.footer().sections();
    int end = sections.end(SectionKind.EXTENTS);
    for (int i = sections.first(SectionKind.EXTENTS); i < end; i++) {
      found.add(file.section(sections.columnGroupId(i)));
    }
    return found;
  }

  private static void add(
      ManifestBuilder manifest,
      SourceFile file,
      List<ColumnGroupSection> sections,
      Map<Integer, Integer> groupIds,
      Snapshot snapshot) {
    DataFileFooter footer = file.footer();
    Map<Integer, Integer> specs = specs(footer, snapshot);
    Map<Integer, Integer> orders = orders(footer, snapshot);
    manifest.addDataFile(
        file.ref(),
        footer,
        // Others are of columns that were dropped from the file.
        sections.stream().filter(one -> groupIds.containsKey(one.columnGroupId())).toList(),
        groupIds::get,
        partition -> map(partition, specs),
        id -> orders.getOrDefault(id, 0));
  }

  private static PartitionTuple map(PartitionTuple partition, Map<Integer, Integer> specs) {
    Integer id = specs.get(partition.specId());
    if (id == null) {
      return PartitionTuple.NONE;
    }
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      values.add(partition.value(i));
    }
    return new PartitionTuple(id, values);
  }

  /** Ids of partition specs in the table, by ids of equal ones in a file. */
  private static Map<Integer, Integer> specs(DataFileFooter footer, Snapshot snapshot) {
    Map<Integer, Integer> ids = new HashMap<>();
    for (PartitionSpec own : footer.partitionSpecs()) {
      for (PartitionSpec spec : snapshot.partitionSpecs()) {
        if (isSame(own, spec)) {
          ids.put(own.id(), spec.id());
        }
      }
    }
    return ids;
  }

  private static boolean isSame(PartitionSpec a, PartitionSpec b) {
    boolean isSame = a.fields().size() == b.fields().size();
    for (int i = 0; isSame && i < a.fields().size(); i++) {
      PartitionField x = a.fields().get(i);
      PartitionField y = b.fields().get(i);
      isSame = x.sourceId() == y.sourceId() && x.transform().equals(y.transform());
    }
    return isSame;
  }

  /** Ids of sort orders in the table, by ids of equal ones in a file. */
  private static Map<Integer, Integer> orders(DataFileFooter footer, Snapshot snapshot) {
    Map<Integer, Integer> ids = new HashMap<>();
    for (SortOrder own : footer.sortOrders()) {
      for (SortOrder order : snapshot.sortOrders()) {
        if (own.fields().equals(order.fields())) {
          ids.put(own.id(), order.id());
        }
      }
    }
    return ids;
  }

  /** Requires that no manifest refers to one of the files, so that no row is in the table twice. */
  private void requireAbsent(Snapshot snapshot, List<DataFileRef> added) {
    ManifestFooters footers = new ManifestFooters(table.storage(), snapshot.tableId());
    for (ManifestRef ref : snapshot.manifests()) {
      if (known.add(ref.path())) {
        for (DataFileRef file : footers.read(ref).files()) {
          present.add(file.path());
          present.add(file.fileId());
        }
      }
    }
    Set<Object> own = new HashSet<>();
    for (DataFileRef file : added) {
      if (present.contains(file.path()) || present.contains(file.fileId())) {
        throw new InvalidArgumentException(
            "Cannot add file " + file.path() + ": it is part of the table");
      }
      if (!own.add(file.fileId())) {
        throw new InvalidArgumentException(
            "Cannot add file " + file.path() + ": it is a copy of another one");
      }
    }
  }
}
