// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.CorruptFileException;
import io.albis.reader.source.SegmentKey;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Segments of one file that are read together, and the memory that they are read into. */
abstract class ReadTargets {

  private final List<SegmentKey> keys;

  ReadTargets(List<SegmentKey> keys) {
    this.keys = keys;
  }

  /** The ranges to read. */
  abstract List<ReadRequest> ranges();

  /** The memory of a segment: a part of a buffer. */
  abstract ReadRequest range(int index);

  final List<SegmentKey> keys() {
    return keys;
  }

  /** The file. */
  final String path() {
    return keys.get(0).path();
  }

  /**
   * The ranges to read.
   *
   * @throws CorruptFileException if the file is too short
   */
  final List<ReadRequest> requests(long fileLength) {
    for (SegmentKey key : keys) {
      if (key.minFileLength() > fileLength) {
        throw new CorruptFileException(
            key.path(), fileLength, "length", "at least " + key.minFileLength(), fileLength);
      }
    }
    return ranges();
  }

  /**
   * Checks the offsets in all segments.
   *
   * @throws CorruptFileException if one leads to nothing in its segment
   */
  final void checkOffsets() {
    for (int i = 0; i < keys.size(); i++) {
      ReadRequest range = range(i);
      keys.get(i).checkOffsets(range.target().address() + range.targetOffset());
    }
  }

  /** Returns the indexes of the segments whose checksums do not match. */
  final List<Integer> damaged() {
    List<Integer> damaged = List.of();
    for (int i = 0; i < keys.size(); i++) {
      if (checksum(i) != keys.get(i).crc32c()) {
        damaged = damaged.isEmpty() ? new ArrayList<>() : damaged;
        damaged.add(i);
      }
    }
    return damaged;
  }

  /** Reads corrupt segments again, if the storage has another copy of them. */
  final void repair(ReadableFile file, List<Integer> damaged) throws IOException {
    for (int i : damaged) {
      int found = checksum(i);
      if (file.readElsewhere(range(i))) {
        found = checksum(i);
      }
      SegmentKey key = keys.get(i);
      if (found != key.crc32c()) {
        throw new CorruptFileException(
            key.path(),
            key.offset(),
            "checksum of segment",
            Integer.toHexString(key.crc32c()),
            Integer.toHexString(found));
      }
    }
  }

  private int checksum(int index) {
    SegmentKey key = keys.get(index);
    if (key.length() == 0) {
      return key.crc32c();
    }
    ReadRequest range = range(index);
    OffHeapBuffer bytes = range.target();
    CRC32C crc = new CRC32C();
    crc.update(bytes.nioBuffer(range.targetOffset(), key.length()));
    return (int) crc.getValue();
  }
}
