// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.Segment;
import io.albis.reader.AlbisFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/** Data files on their own, whose segments have the right checksums, read in every way. */
class SegmentFuzzTest {

  /** The tag of the checksum in a segment. */
  private static final byte CHECKSUM = 4 << 3 | 5;

  @FuzzTest
  void segments(byte[] input) {
    byte[] file = repaired(Part.split(input));
    Path path = Scratch.write("segments.albis", file);
    Bounded.run(
        file.length,
        Reads.BASE_BYTES,
        Set.of(AlbisException.class),
        () -> {
          try (AlbisFile data = AlbisFile.open(path.toString(), Reads.options())) {
            Reads.everything(data);
          }
        });
  }

  private static byte[] repaired(List<Part> parts) {
    byte[] file = new ForgedFile(FileKind.DATA, parts).bytes();
    Map<Integer, Integer> checksums = checksums(file);
    if (checksums.isEmpty()) {
      return file;
    }
    List<Part> repaired = new ArrayList<>();
    for (Part part : parts) {
      byte[] content = part.content().clone();
      if (part.kind() == 's') {
        ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i + Integer.BYTES < content.length; i++) {
          Integer crc = content[i] == CHECKSUM ? checksums.get(bytes.getInt(i + 1)) : null;
          if (crc != null) {
            bytes.putInt(i + 1, crc);
          }
        }
      }
      repaired.add(new Part(part.kind(), content));
    }
    return new ForgedFile(FileKind.DATA, repaired).bytes();
  }

  /** The right checksum by the one that is stated. */
  private static Map<Integer, Integer> checksums(byte[] file) {
    Map<Integer, Integer> checksums = new HashMap<>();
    try {
      FileEnd end = FileEnd.whole("forged", file);
      DataFileFooter footer = DataFileFooter.decode(end);
      for (ColumnGroupSection section : Metadata.sections(footer.asManifest("forged"), end)) {
        for (int i = 0; i < section.extentCount(); i++) {
          Extent extent = section.extent(i);
          for (Segment segment : extent.segments()) {
            int start = (int) (extent.offset() + segment.offset());
            CRC32C crc = new CRC32C();
            crc.update(Arrays.copyOfRange(file, start, start + segment.length()));
            checksums.put(segment.crc32c(), (int) crc.getValue());
          }
        }
      }
    } catch (AlbisException e) {
      // Then no segment is read, or only those before it.
    }
    return checksums;
  }
}
