// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.SnapshotFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Heads and tails: whole files whose checksums are repaired if the first byte is odd. */
class FrameFuzzTest {

  private static final int TAIL = 64;

  @FuzzTest
  void frame(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] file = Arrays.copyOfRange(input, 1, input.length);
    if ((input[0] & 1) == 1 && file.length >= TAIL) {
      repair(file);
    }
    long missing = (input[0] & 2) == 0 ? 0 : 1L << 40;
    FileEnd end = FileEnd.of("forged", file.length + missing, file);
    for (FileKind kind : FileKind.values()) {
      Bounded.run(
          input,
          ForgedFile.DOCUMENTED,
          () -> {
            FileTail tail = FileTail.decode(end, kind);
            tail.requireWritable("forged");
            tail.checkStart("forged", Arrays.copyOf(file, Math.min(file.length, TAIL)));
            tail.requireId("forged", ForgedFile.ID);
          });
    }
    Bounded.run(input, ForgedFile.DOCUMENTED, () -> FileTail.decode(end));
    if (missing == 0) {
      Bounded.run(input, ForgedFile.DOCUMENTED, () -> SnapshotFile.decode(end, 1));
      Bounded.run(input, ForgedFile.DOCUMENTED, () -> DataFileFooter.decode(end));
    }
  }

  static void repair(byte[] file) {
    int tail = file.length - TAIL;
    ByteBuffer out = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int length = Math.min(out.getInt(tail + 8) & Integer.MAX_VALUE, tail);
    CRC32C crc = new CRC32C();
    crc.update(file, tail - length, length);
    out.putInt(tail + 12, (int) crc.getValue());
    crc.reset();
    crc.update(file, tail, 52);
    out.putInt(tail + 52, (int) crc.getValue());
  }
}
