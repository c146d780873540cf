// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.ManifestBounds;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** Builds a table of data files, without the writer. */
final class TestTable {

  private final Path root;
  private final UUID id = UUID.randomUUID();
  private final List<ManifestRef> manifests = new ArrayList<>();
  private Schema schema;
  private ColumnGroups groups;
  private long snapshotId;
  private long rowGroupBase;
  private List<PartitionSpec> specs = List.of();
  private List<SortOrder> orders = List.of();
  private List<ColumnStatistics> statistics = List.of();

  TestTable(Path root, Schema schema, ColumnGroups groups) {
    this.root = root;
    this.schema = schema;
    this.groups = groups;
  }

  Path root() {
    return root;
  }

  UUID id() {
    return id;
  }

  TestTable schema(Schema newSchema, ColumnGroups newGroups) {
    schema = newSchema;
    groups = newGroups;
    return this;
  }

  TestTable partitions(List<PartitionSpec> partitionSpecs, List<SortOrder> sortOrders) {
    specs = partitionSpecs;
    orders = sortOrders;
    return this;
  }

  TestTable statistics(List<ColumnStatistics> ofTable) {
    statistics = ofTable;
    return this;
  }

  TestFile file() {
    return new TestFile(schema, groups);
  }

  /** Adds a manifest of files, with bounds of some leaves. */
  TestTable manifest(List<TestFile.Written> files, Integer... boundedLeaves) {
    ManifestBuilder manifest = new ManifestBuilder(id);
    for (TestFile.Written file : files) {
      manifest.addDataFile(
          file.footer().ref(file.path()),
          file.footer(),
          file.sections(),
          group -> group,
          UnaryOperator.identity(),
          order -> order);
    }
    return manifest(manifest, boundedLeaves);
  }

  /** Adds a manifest of which the test chooses the content. */
  TestTable manifest(ManifestBuilder builder, Integer... boundedLeaves) {
    ManifestBuilder.Manifest manifest = builder.build();
    String path = TablePaths.manifest(UUID.randomUUID());
    write(path, manifest.end().bytes());
    List<ColumnStatistics> bounds =
        new ManifestBounds(manifest.rowGroups(), manifest::section, schema, groups)
            .statistics(List.of(boundedLeaves));
    manifests.add(manifest.ref(path).rowGroupBase(rowGroupBase).bounds(bounds).build());
    rowGroupBase += manifest.rowGroups().maxIndex() + 1;
    return this;
  }

  /** A manifest with one row group of which the extents are given by files. */
  static void addRowGroup(
      ManifestBuilder manifest, int number, long rows, TestFile.Written... files) {
    int position = manifest.addRowGroup(number, rows, PartitionTuple.NONE, 0);
    for (TestFile.Written file : files) {
      int index = manifest.addFile(file.footer().ref(file.path()));
      for (ColumnGroupSection section : file.sections()) {
        manifest.addExtents(section.columnGroupId(), section, index, any -> position);
      }
    }
  }

  /** Publishes the next snapshot. */
  Snapshot.Builder snapshot() {
    snapshotId++;
    return Snapshot.builder()
        .tableId(id)
        .id(snapshotId)
        .parentId(snapshotId - 1)
        .operation("append")
        .schema(schema)
        .columnGroups(groups)
        .manifests(manifests)
        .nextId(100_000)
        .nextRowGroupId(rowGroupBase)
        .rowCount(manifests.stream().mapToLong(ManifestRef::rowCount).sum())
        .partitionSpecs(specs, 0)
        .sortOrders(orders, 0)
        .createdBy("test");
  }

  TestTable commit() {
    return commit(snapshot().build());
  }

  TestTable commit(Snapshot snapshot) {
    write(TablePaths.snapshot(snapshot.id()), SnapshotFile.encode(snapshot, statistics));
    return this;
  }

  private void write(String path, byte[] bytes) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Table open() {
    return open(ReadOptions.defaults());
  }

  Table open(ReadOptions options) {
    return Table.open(root.toString(), options);
  }
}
