// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.stats;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.ManifestBounds;
import io.albis.format.internal.metadata.StatisticsMerger;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnSummary;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableRowGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Statistics of columns over all rows. */
public final class ColumnSummaries {

  private ColumnSummaries() {}

  /**
   * Summarizes the columns of a schema that are not structs.
   *
   * @param stored statistics of the whole table as its metadata has them; may lack columns
   */
  public static List<ColumnSummary> of(TableRowGroups rowGroups, List<ColumnStatistics> stored) {
    Schema schema = rowGroups.snapshot().schema().schema();
    Map<Integer, ColumnStatistics> byId = new HashMap<>();
    stored.forEach(one -> byId.put(one.fieldId(), one));
    List<Integer> missing = new ArrayList<>();
    for (Leaf leaf : schema.leaves()) {
      if (!leaf.isPresence() && !isUsable(byId.get(leaf.id()), leaf.type())) {
        missing.add(leaf.id());
      }
    }
    merged(rowGroups, missing).forEach(one -> byId.put(one.fieldId(), one));
    long rows = rowGroups.snapshot().rowCount();
    return schema.leaves().stream()
        .filter(leaf -> !leaf.isPresence())
        .map(leaf -> summary(leaf, byId.get(leaf.id()), rows))
        .toList();
  }

  private static boolean isUsable(ColumnStatistics statistics, Type type) {
    return statistics != null
        && (!statistics.hasMinMax()
            || (PlainEncoding.isValidLength(type, statistics.bounds().min().length)
                && PlainEncoding.isValidLength(type, statistics.bounds().max().length)));
  }

  /** Merges the statistics of all row groups. */
  public static List<ColumnStatistics> merged(TableRowGroups rowGroups, List<Integer> leafIds) {
    if (leafIds.isEmpty()) {
      return List.of();
    }
    Schema schema = rowGroups.snapshot().schema().schema();
    List<StatisticsMerger> mergers =
        leafIds.stream().map(id -> new StatisticsMerger(schema.leaf(id))).toList();
    for (int m = 0; m < rowGroups.manifestCount(); m++) {
      List<ColumnStatistics> ofManifest = of(rowGroups, m, leafIds);
      for (int i = 0; i < mergers.size(); i++) {
        mergers.get(i).add(ofManifest.get(i), rowGroups.manifestRef(m).rowCount());
      }
    }
    return mergers.stream().map(StatisticsMerger::result).toList();
  }

  /** Statistics of leaves over the row groups of a manifest, by the present schema. */
  public static List<ColumnStatistics> of(
      TableRowGroups rowGroups, int manifest, List<Integer> leafIds) {
    SnapshotColumns columns = new SnapshotColumns(rowGroups);
    SectionReader sections = rowGroups.manifest(manifest);
    sections.load(leafIds.stream().flatMapToInt(id -> IntStream.of(columns.candidateIds(id))));
    return new ManifestBounds(
            sections.footer().rowGroups(),
            sections::section,
            columns.schema(),
            rowGroups.snapshot().columnGroups())
        .statistics(leafIds);
  }

  /** The schema of a snapshot, and where its leaves and their presence leaves are looked for. */
  private record SnapshotColumns(TableRowGroups rowGroups) {

    Schema schema() {
      return rowGroups.snapshot().schema().schema();
    }

    int[] candidateIds(int leafId) {
      return IntStream.concat(
              IntStream.of(leafId),
              schema().leaf(leafId).ancestorIds().stream()
                  .mapToInt(Integer::intValue)
                  .filter(schema()::hasLeaf))
          .flatMap(id -> IntStream.of(rowGroups.snapshot().columnGroups().candidateIds(id)))
          .toArray();
    }
  }

  /**
   * Summarizes a leaf.
   *
   * @param rows that the statistics are of
   */
  public static ColumnSummary summary(Leaf leaf, ColumnStatistics statistics, long rows) {
    Bounds bounds = statistics.bounds();
    boolean isKnown = bounds != null;
    return new ColumnSummary(
        leaf.path(),
        leaf.type(),
        rows,
        statistics.nullCount(),
        statistics.nanCount(),
        statistics.valueBytes(),
        isKnown ? Optional.of(value(bounds.min(), leaf.type())) : Optional.empty(),
        isKnown ? Optional.of(value(bounds.max(), leaf.type())) : Optional.empty(),
        isKnown && bounds.minIsExact(),
        isKnown && bounds.maxIsExact(),
        isKnown ? bytes(bounds.min(), leaf.type()) : Optional.empty(),
        isKnown ? bytes(bounds.max(), leaf.type()) : Optional.empty());
  }

  private static Optional<byte[]> bytes(byte[] plain, Type type) {
    return type.kind() == TypeKind.STRING ? Optional.of(plain.clone()) : Optional.empty();
  }

  private static Object value(byte[] plain, Type type) {
    Object value = PlainEncoding.toObject(type, plain);
    // Bounds do not tell zeros apart.
    if (value instanceof Double number) {
      return number + 0.0;
    }
    if (value instanceof Float number) {
      return number + 0f;
    }
    return value;
  }
}
