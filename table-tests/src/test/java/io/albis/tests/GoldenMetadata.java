// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.format.schema.TransformKind;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What is in a table or file besides rows, as {@code format-spec/golden/README.md} defines it. */
final class GoldenMetadata {

  private final Map<String, Object> found = new LinkedHashMap<>();

  private GoldenMetadata() {}

  static Map<String, Object> ofTable(StoredFiles files, long id) throws IOException {
    String path = TablePaths.snapshot(id);
    byte[] bytes = files.read(path);
    SnapshotFile file = SnapshotFile.decode(FileEnd.whole(path, bytes), id);
    Snapshot snapshot = file.snapshot();
    GoldenMetadata metadata = new GoldenMetadata();
    metadata.put(
        "tags", snapshot.tags().stream().collect(Collectors.toMap(Tag::name, Tag::snapshotId)));
    if (snapshot.expiredBefore() > 0) {
      metadata.put("expiredBefore", snapshot.expiredBefore());
    }
    metadata.put("columnOrder", snapshot.columnGroups().order());
    List<Object> rowGroups = new ArrayList<>();
    for (ManifestRef ref : snapshot.manifests()) {
      FileEnd end = FileEnd.whole(ref.path(), files.read(ref.path()));
      rowGroups(ManifestFile.decode(end, ref, snapshot.tableId()).rowGroups(), rowGroups);
    }
    metadata.common(snapshot, rowGroups);
    byte[] section = statistics(bytes, file.sections());
    if (section != null) {
      metadata.statistics(snapshot.schema().schema(), file.statistics(section));
    }
    return metadata.found;
  }

  static Map<String, Object> ofFile(StoredFiles files, String path) throws IOException {
    byte[] bytes = files.read(path);
    DataFileFooter footer = DataFileFooter.decode(FileEnd.whole(path, bytes));
    GoldenMetadata metadata = new GoldenMetadata();
    List<Object> rowGroups = new ArrayList<>();
    rowGroups(footer.rowGroups(), rowGroups);
    metadata.common(footer.asSnapshot(path), rowGroups);
    byte[] section = statistics(bytes, footer.sections());
    if (section != null) {
      metadata.statistics(footer.schema().schema(), footer.statistics(section));
    }
    return metadata.found;
  }

  private static byte[] statistics(byte[] file, Sections sections) {
    int index = sections.find(SectionKind.STATISTICS, 0);
    if (index < 0) {
      return null;
    }
    int start = (int) sections.offset(index);
    return Arrays.copyOfRange(file, start, start + sections.length(index));
  }

  private void put(String key, Object value) {
    boolean isEmpty =
        value instanceof Map<?, ?> map && map.isEmpty()
            || value instanceof List<?> list && list.isEmpty();
    if (!isEmpty) {
      found.put(key, value);
    }
  }

  private void common(Snapshot snapshot, List<Object> rowGroups) {
    put("properties", new TreeMap<>(snapshot.properties()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields("", snapshot.schema().schema().fields(), fields);
    put("fields", fields);
    put(
        "partitionSpecs",
        snapshot.partitionSpecs().stream()
            .map(
                spec ->
                    List.of(
                        spec.id(),
                        spec.fields().stream()
                            .map(
                                field ->
                                    List.of(
                                        field.name(),
                                        field.sourceId(),
                                        field.transform().kind() == TransformKind.UNKNOWN
                                            ? "unknown"
                                            : field.transform().toString()))
                            .toList()))
            .toList());
    put(
        "sortOrders",
        snapshot.sortOrders().stream()
            .map(
                order ->
                    List.of(
                        order.id(),
                        order.fields().stream()
                            .map(
                                field ->
                                    List.of(field.leafId(), field.descending(), field.nullsLast()))
                            .toList()))
            .toList());
    put("rowGroups", rowGroups);
  }

  private static void fields(String prefix, List<Field> fields, Map<String, Object> into) {
    for (Field field : fields) {
      String path = prefix + Schema.of(List.of(field)).paths().get(0);
      Map<String, Object> one = new LinkedHashMap<>();
      if (!field.doc().isEmpty()) {
        one.put("doc", field.doc());
      }
      if (!field.metadata().isEmpty()) {
        one.put("metadata", new TreeMap<>(field.metadata()));
      }
      PlainDefaults.initialOf(field).ifPresent(value -> one.put("initialDefault", hex(value)));
      PlainDefaults.writeOf(field).ifPresent(value -> one.put("writeDefault", hex(value)));
      field
          .extension()
          .ifPresent(
              extension ->
                  one.put(
                      "extension",
                      List.of(extension.name(), new TreeMap<>(extension.parameters()))));
      if (!one.isEmpty()) {
        into.put(path, one);
      }
      fields(path + ".", field.type().children(), into);
    }
  }

  private static void rowGroups(RowGroups rowGroups, List<Object> into) {
    for (int i = 0; i < rowGroups.count(); i++) {
      into.add(
          Arrays.asList(
              rowGroups.rowCount(i), partition(rowGroups.partition(i)), rowGroups.sortOrderId(i)));
    }
  }

  private static List<Object> partition(PartitionTuple tuple) {
    if (tuple.specId() == 0) {
      return null;
    }
    List<Object> values = new ArrayList<>(List.of(tuple.specId()));
    for (int i = 0; i < tuple.size(); i++) {
      values.add(tuple.value(i) == null ? null : hex(tuple.value(i)));
    }
    return values;
  }

  private void statistics(Schema schema, List<ColumnStatistics> columns) {
    Map<Integer, ColumnStatistics> byId =
        columns.stream().collect(Collectors.toMap(ColumnStatistics::fieldId, one -> one));
    List<Object> all = new ArrayList<>();
    for (Leaf leaf : schema.leaves()) {
      ColumnStatistics one = byId.get(leaf.id());
      all.add(
          Arrays.asList(
              leaf.path(),
              one.nullCount(),
              one.nanCount(),
              one.valueBytes(),
              one.hasMinMax() ? hex(one.bounds().min()) : null,
              one.hasMinMax() ? hex(one.bounds().max()) : null));
    }
    put("statistics", all);
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
