// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.reader.Verification;
import io.albis.reader.internal.io.DirectSource;
import io.albis.reader.internal.io.StorageSegments;
import io.albis.reader.internal.stats.ColumnSummaries;
import io.albis.reader.internal.table.ReadContext;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Reads every byte of the files that a snapshot or data file consists of and compares it with the
 * metadata (SPEC.md, section 22). Continues after a problem. Extents of dropped columns are not
 * read.
 */
public final class TableVerifier {

  /** Extents that are verified together, unless a row group has more. */
  private static final int WINDOW_EXTENTS = 4096;

  private final ReadContext context;
  private final TableRowGroups rowGroups;

  /** Null for a data file. */
  private final SnapshotFile snapshotFile;

  /** Null for a table. */
  private final DataFileFooter footer;

  private final LongConsumer progress;
  private final Problems problems = new Problems();
  private final ExtentVerifier extents;

  /** The data files that manifests refer to, by path. */
  private final Map<String, DataFileRef> files = new TreeMap<>();

  private final UsedExtents used = new UsedExtents();
  private final Set<Long> numbers = new HashSet<>();

  private TableVerifier(
      ReadContext context,
      SnapshotFile snapshotFile,
      DataFileFooter footer,
      LongConsumer progress) {
    // What is cached was verified when it was read: read it from storage again, and verify it.
    this.context =
        context.verifying(
            new DirectSource(
                new StorageSegments(context.files(), true, context.counters()),
                context.allocator()));
    this.rowGroups = this.context.rowGroups();
    this.snapshotFile = snapshotFile;
    this.footer = footer;
    this.progress = progress;
    this.extents = new ExtentVerifier(this.context, problems);
  }

  /** Verifies a snapshot and everything that it references. */
  public static TableVerifier ofTable(
      ReadContext context, SnapshotFile snapshot, LongConsumer progress) {
    return new TableVerifier(context, snapshot, null, progress);
  }

  /** Verifies a data file. */
  public static TableVerifier ofFile(
      ReadContext context, DataFileFooter footer, LongConsumer progress) {
    return new TableVerifier(context, null, footer, progress);
  }

  /** Verifies everything. */
  public Verification run() {
    try {
      return verify();
    } finally {
      context.source().close();
    }
  }

  private Verification verify() {
    Snapshot snapshot = rowGroups.snapshot();
    String name = footer == null ? snapshotFile.file() : footer.file();
    SchemaVerifier schema = new SchemaVerifier(context.allocator(), snapshot, name, problems);
    boolean isReadable = schema.run();
    if (footer == null) {
      verifySnapshot();
    }
    if (isReadable) {
      for (int m = 0; m < rowGroups.manifestCount(); m++) {
        verifyManifest(m);
      }
      used.verify(problems);
      verifyFiles();
      problems.check(name, this::verifyStatistics);
      for (int m = 0; m < rowGroups.manifestCount(); m++) {
        int manifest = m;
        problems.check(name, () -> new RowVerifier(context, problems).verify(manifest));
      }
    }
    return new Verification(
        files.size(), extents.segmentCount(), extents.byteCount(), problems.list());
  }

  /** Reads the snapshot again: it may have been damaged since the table was opened. */
  private void verifySnapshot() {
    Snapshot snapshot = snapshotFile.snapshot();
    problems.check(
        snapshotFile.file(),
        () -> {
          SnapshotFile again = context.files().snapshots().open(snapshot.id());
          verifyFrame(again.file(), again.tail(), again.sections(), again.sections().start());
        });
    problems.check(
        snapshotFile.file(), () -> verifyOthers(context.files().snapshots().requireIds()));
  }

  /** Compares the snapshot with others of the table. */
  private void verifyOthers(List<Long> ids) {
    Snapshot snapshot = snapshotFile.snapshot();
    for (Tag tag : snapshot.tags()) {
      if (!ids.contains(tag.snapshotId())) {
        problems.add(
            snapshotFile.file(),
            -1,
            "",
            "snapshot of tag " + tag.name(),
            "one that exists",
            tag.snapshotId());
      }
    }
    ids.stream()
        .filter(id -> id < snapshot.id())
        .max(Long::compare)
        .ifPresent(
            id ->
                problems.check(
                    snapshotFile.file(),
                    () ->
                        verifyCounters(context.files().snapshots().open(id).snapshot(), snapshot)));
  }

  private void verifyCounters(Snapshot older, Snapshot snapshot) {
    if (snapshot.nextId() < older.nextId()) {
      problems.add(
          snapshotFile.file(), -1, "", "next id", "at least " + older.nextId(), snapshot.nextId());
    }
    if (snapshot.nextRowGroupId() < older.nextRowGroupId()) {
      problems.add(
          snapshotFile.file(),
          -1,
          "",
          "next row group id",
          "at least " + older.nextRowGroupId(),
          snapshot.nextRowGroupId());
    }
  }

  /** Verifies the head of a file, the padding after it, and the checksums of all sections. */
  private void verifyFrame(String path, FileTail tail, Sections sections, long startLength) {
    problems.check(path, () -> tail.checkStart(path, context.files().start(path, startLength)));
    problems.check(path, () -> new SectionVerifier(context, path, sections, problems).run());
  }

  private void verifyManifest(int m) {
    ManifestRef ref = rowGroups.manifestRef(m);
    problems.check(
        ref.path(),
        () -> {
          SectionReader manifest = rowGroups.manifest(m);
          if (footer == null) {
            Sections sections = manifest.footer().sections();
            verifyFrame(ref.path(), manifest.footer().tail(), sections, sections.start());
          }
          manifest.footer().files().forEach(this::addFile);
          verifyNumbers(m);
          verifyExtents(m, manifest);
        });
  }

  private void addFile(DataFileRef ref) {
    DataFileRef other = files.putIfAbsent(ref.path(), ref);
    if (other != null && !other.equals(ref)) {
      problems.add(ref.path(), -1, "", "reference in a manifest", other, ref);
    }
  }

  private void verifyNumbers(int m) {
    String path = rowGroups.manifestRef(m).path();
    long next = rowGroups.snapshot().nextRowGroupId();
    for (RowGroupRef rowGroup : rowGroups.of(m)) {
      if (!numbers.add(rowGroup.number())) {
        problems.add(path, -1, "", "number of a row group", "each once", rowGroup.number());
      }
      if (rowGroup.number() >= next) {
        problems.add(path, -1, "", "number of a row group", "below " + next, rowGroup.number());
      }
    }
  }

  private void verifyExtents(int m, SectionReader manifest) {
    ManifestRef ref = rowGroups.manifestRef(m);
    List<RowGroupRef> refs = rowGroups.of(m);
    Sections sections = manifest.footer().sections();
    LeafCoverage coverage = new LeafCoverage(rowGroups.snapshot(), refs, problems);
    SectionLoads.tryLoad(manifest, SectionLoads.allGroups(sections));
    long dataBytes = 0;
    boolean isComplete = true;
    List<Integer> readable = new ArrayList<>();
    for (int i = sections.first(SectionKind.EXTENTS); i < sections.end(SectionKind.EXTENTS); i++) {
      int groupId = sections.columnGroupId(i);
      long[] bytes = {0};
      boolean isReadable =
          problems.check(
              ref.path(),
              () -> bytes[0] = cover(manifest.section(groupId), groupId, refs, coverage));
      isComplete &= isReadable;
      if (isReadable) {
        readable.add(groupId);
      }
      dataBytes += bytes[0];
    }
    verifyInWindows(manifest, readable, refs, coverage);
    if (isComplete) {
      coverage.requireAll(ref.path());
    }
    if (isComplete && footer == null) {
      problems.equal(ref.path(), "data bytes", dataBytes, ref.dataBytes());
    }
  }

  /** Adds the extents of a column group to the coverage. Returns their bytes. */
  private long cover(
      ColumnGroupSection section, int groupId, List<RowGroupRef> refs, LeafCoverage coverage) {
    long bytes = 0;
    for (int i = 0; i < section.extentCount(); i++) {
      Extent extent = section.extent(i);
      RowGroupRef rowGroup = refs.get(extent.rowGroup());
      String path = rowGroups.file(rowGroup, extent).path();
      coverage.add(path, groupId, extent);
      if (footer == null) {
        used.add(path, rowGroup.number(), extent);
      }
      bytes += extent.length();
    }
    return bytes;
  }

  /**
   * Verifies the extents of a manifest, of all column groups of some row groups at a time: so
   * neighbours in a file are read together, whether it holds row group by row group, or column by
   * column.
   */
  private void verifyInWindows(
      SectionReader manifest, List<Integer> groups, List<RowGroupRef> refs, LeafCoverage coverage) {
    int[] next = new int[groups.size()];
    int window = Math.max(1, WINDOW_EXTENTS / Math.max(1, groups.size()));
    for (long end = window; end < refs.size() + (long) window; end += window) {
      List<ExtentVerifier.Task> tasks = new ArrayList<>();
      long bytes = 0;
      for (int g = 0; g < next.length; g++) {
        ColumnGroupSection section = manifest.section(groups.get(g));
        for (; next[g] < section.extentCount(); next[g]++) {
          Extent extent = section.extent(next[g]);
          if (extent.rowGroup() >= end) {
            break;
          }
          bytes += extent.length();
          if (coverage.isNeeded(extent)) {
            RowGroupRef rowGroup = refs.get(extent.rowGroup());
            DataFileRef file = rowGroups.file(rowGroup, extent);
            tasks.add(new ExtentVerifier.Task(rowGroup, groups.get(g), extent, file));
          }
        }
      }
      extents.verify(tasks);
      progress.accept(bytes);
    }
  }

  private void verifyFiles() {
    for (DataFileRef ref : files.values()) {
      problems.check(
          ref.path(),
          () -> {
            SectionReader file = context.files().dataFile(ref);
            DataFileVerifier verifier = new DataFileVerifier(context, ref, file, problems);
            verifier.run();
            verifyFrame(
                ref.path(), file.footer().tail(), file.footer().sections(), verifier.firstOffset());
          });
    }
  }

  /** Verifies the statistics of the table, of manifests, or of the data file. */
  private void verifyStatistics() {
    Schema schema = rowGroups.snapshot().schema().schema();
    if (footer == null && snapshotFile.hasStatistics()) {
      List<ColumnStatistics> stored =
          snapshotFile.statistics(context.files().statistics(snapshotFile));
      requireEachLeaf(snapshotFile.file(), "table", stored);
      compare(snapshotFile.file(), "table ", stored, ids -> ColumnSummaries.merged(rowGroups, ids));
    }
    int own = footer == null ? -1 : footer.sections().find(SectionKind.STATISTICS, 0);
    if (own >= 0) {
      List<ColumnStatistics> stored =
          footer.statistics(context.files().bytes(footer.file(), footer.sections(), own));
      requireEachLeaf(footer.file(), "file", stored);
      compare(footer.file(), "file ", stored, ids -> ColumnSummaries.merged(rowGroups, ids));
    }
    for (int m = 0; m < rowGroups.manifestCount() && schema.fields().size() > 0; m++) {
      int manifest = m;
      compare(
          footer == null ? snapshotFile.file() : footer.file(),
          "manifest " + rowGroups.manifestRef(m).path() + " ",
          rowGroups.manifestRef(m).bounds(),
          ids -> ColumnSummaries.of(rowGroups, manifest, ids));
      if (footer == null) {
        problems.check(
            snapshotFile.file(),
            () ->
                new PartitionBoundsCheck(snapshotFile.file(), rowGroups.snapshot(), problems)
                    .check(
                        rowGroups.manifestRef(manifest),
                        rowGroups.manifest(manifest).footer().rowGroups()));
      }
    }
  }

  private void requireEachLeaf(String file, String of, List<ColumnStatistics> stored) {
    Set<Integer> ids = new HashSet<>();
    for (ColumnStatistics one : stored) {
      if (!ids.add(one.fieldId())) {
        problems.add(
            file, -1, "", "field id in the statistics of the " + of, "once", one.fieldId());
      }
    }
    for (Leaf leaf : rowGroups.snapshot().schema().schema().leaves()) {
      if (!ids.contains(leaf.id())) {
        problems.add(file, -1, leaf.path(), "statistics of the " + of, "one", "none");
      }
    }
  }

  /** Computes statistics of leaves. */
  private interface Merged {
    List<ColumnStatistics> of(List<Integer> leafIds);
  }

  private void compare(String file, String of, List<ColumnStatistics> stored, Merged merged) {
    Schema schema = rowGroups.snapshot().schema().schema();
    Map<Integer, ColumnStatistics> byId = new HashMap<>();
    stored.forEach(one -> byId.put(one.fieldId(), one));
    byId.keySet().removeIf(id -> !schema.hasLeaf(id));
    List<Integer> ids = List.copyOf(byId.keySet());
    List<ColumnStatistics> expected = ids.isEmpty() ? List.of() : merged.of(ids);
    StatisticsComparison comparison = new StatisticsComparison(file, -1, of, problems);
    IntStream.range(0, ids.size())
        .forEach(
            i -> {
              Leaf leaf = schema.leaf(ids.get(i));
              comparison.compareMerged(byId.get(ids.get(i)), leaf, expected.get(i));
            });
  }
}
