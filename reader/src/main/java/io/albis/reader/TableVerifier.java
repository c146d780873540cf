/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.FileLayout;
import io.albis.format.metadata.DataFile;
import io.albis.format.metadata.SegmentBuffers;
import io.albis.format.proto.Extent;
import io.albis.format.proto.Segment;
import io.albis.format.schema.Leaf;
import io.albis.reader.RowGroups.RowGroupRef;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.Memory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads everything that a snapshot names, and compares it with what is said about it: checksums,
 * structure, padding, statistics of segments and of row groups. Goes on after a problem.
 */
final class TableVerifier {

  /** After so many problems no more are noted. */
  static final int MAX_PROBLEMS = 1000;

  private final Table table;
  private final LongConsumer progress;
  private final List<Problem> problems = new ArrayList<>();
  private long files;
  private long segments;
  private long bytes;

  TableVerifier(Table table, LongConsumer progress) {
    this.table = table;
    this.progress = progress;
  }

  Verification run() {
    List<RowGroupRef> rowGroups;
    try {
      rowGroups = table.rowGroups().all();
    } catch (CorruptFileException | UnsupportedVersionException e) {
      add(e, "");
      return result();
    }
    long rows = rowGroups.stream().mapToLong(RowGroupRef::rowCount).sum();
    if (rows != table.rowCount()) {
      add("snapshot", -1, "", "row count", rows, table.rowCount());
    }
    for (RowGroupRef rowGroup : rowGroups) {
      for (ColumnGroup group : table.columnGroups()) {
        try {
          Optional<Extent> extent = table.rowGroups().extent(rowGroup, group.id());
          if (extent.isPresent()) {
            verify(rowGroup, group, extent.get());
          }
        } catch (CorruptFileException | UnsupportedVersionException e) {
          add(e, "");
        }
      }
    }
    return result();
  }

  private Verification result() {
    return new Verification(files, segments, bytes, List.copyOf(problems));
  }

  private void verify(RowGroupRef rowGroup, ColumnGroup group, Extent extent) {
    files++;
    try (ExtentReader reader =
        ExtentReader.open(table.rowGroups(), table.files(), rowGroup, group.id(), extent)) {
      List<Leaf> leaves = reader.footer().leaves();
      List<Observed> whole = leaves.stream().map(leaf -> new Observed(leaf.type())).toList();
      boolean complete = true;
      for (int k = 0; k < reader.segmentCount(); k++) {
        try {
          verify(reader, k, whole);
        } catch (CorruptFileException e) {
          // What the row group as a whole holds is not known any more.
          complete = false;
          add(e, "");
        }
      }
      verifyPadding(reader, extent);
      if (complete) {
        StatisticsComparison comparison =
            new StatisticsComparison(extent.getPath(), -1, "row group ", this::add);
        comparison.compare(extent.getStatisticsList(), leaves, whole);
        long valueBytes = whole.stream().mapToLong(observed -> observed.valueBytes).sum();
        if (valueBytes != extent.getValueBytes()) {
          add(extent.getPath(), -1, "", "value bytes", valueBytes, extent.getValueBytes());
        }
      }
    }
    bytes += extent.getLength();
    progress.accept(extent.getLength());
  }

  private void verify(ExtentReader reader, int k, List<Observed> whole) {
    DataFile file = reader.footer();
    Segment segment = reader.segment(k);
    segments++;
    long base = reader.load(k, table.allocator(), table.options().readSize(), true);
    List<Observed> observed = new ArrayList<>();
    try (Converted converted = new Converted(table.allocator())) {
      Vectors vectors =
          new Vectors(file, segment, reader.memory(), base, reader.fileOffset(k), converted);
      for (int i = 0; i < file.leaves().size(); i++) {
        Observed leaf = new Observed(file.leaves().get(i).type());
        leaf.add(vectors.leaf(i, file.leaves().get(i), 0));
        observed.add(leaf);
      }
    }
    for (int i = 0; i < observed.size(); i++) {
      whole.get(i).merge(observed.get(i));
    }
    new StatisticsComparison(file.file(), reader.fileOffset(k), "segment " + k + " ", this::add)
        .compare(segment.getStatisticsList(), file.leaves(), observed);
    if (file.root() != null) {
      verifyBuffers(file, segment, base, reader.fileOffset(k));
    }
  }

  /** The bytes between the buffers of the column layout. */
  private void verifyBuffers(DataFile file, Segment segment, long base, long fileOffset) {
    SegmentBuffers buffers = file.buffers(segment);
    long end = 0;
    for (int b = 0; b < segment.getBufferLengthsCount(); b++) {
      if (buffers.length(b) > 0) {
        for (long at = end; at < buffers.offset(b); at++) {
          requireZero(file.file(), fileOffset + at, Memory.getByte(base + at));
        }
        end = (long) buffers.offset(b) + buffers.length(b);
      }
    }
  }

  /** The bytes between the segments, and between the last one and the footer. */
  private void verifyPadding(ExtentReader reader, Extent extent) {
    try (ReadableFile file = table.files().open(extent.getPath())) {
      for (int k = 0; k < reader.segmentCount(); k++) {
        long start = reader.fileOffset(k) + reader.segment(k).getLength();
        long end =
            k + 1 < reader.segmentCount()
                ? reader.fileOffset(k + 1)
                : extent.getOffset()
                    + extent.getLength()
                    - FileLayout.TAIL_LENGTH
                    - extent.getFooterLength();
        byte[] padding = file.readBytes(start, Math.toIntExact(end - start));
        for (int i = 0; i < padding.length; i++) {
          requireZero(extent.getPath(), start + i, padding[i]);
        }
      }
    } catch (IOException e) {
      throw TableFiles.failed(extent.getPath(), e);
    }
  }

  private void requireZero(String file, long offset, byte found) {
    if (found != 0) {
      add(file, offset, "", "padding", 0, found);
    }
  }

  private void add(AlbisException e, String column) {
    if (e instanceof CorruptFileException corrupt) {
      note(
          new Problem(
              corrupt.file(),
              corrupt.offset(),
              column,
              corrupt.what(),
              corrupt.expected(),
              corrupt.found()));
    } else {
      note(new Problem("", -1, column, "version", "one that can be read", e.getMessage()));
    }
  }

  private void add(
      String file, long offset, String column, String what, Object expected, Object found) {
    note(new Problem(file, offset, column, what, expected.toString(), found.toString()));
  }

  private void note(Problem problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    }
  }
}
