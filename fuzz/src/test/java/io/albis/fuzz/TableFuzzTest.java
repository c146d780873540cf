// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.reader.Table;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Golden tables with another snapshot and another manifest, read in every way. Parts behind one of
 * kind {@code M} are those of the manifest; part {@code g} names the table.
 */
class TableFuzzTest {

  static final Path GOLDEN = Path.of("..", "format-spec", "golden");

  private static final String MANIFEST = TablePaths.manifest(ForgedFile.ID);

  @FuzzTest
  void table(byte[] input) throws Exception {
    List<Part> snapshot = new ArrayList<>();
    List<Part> manifest = new ArrayList<>();
    List<Part> target = snapshot;
    Path golden = GOLDEN.resolve("types-mixed/table");
    byte[] reference = new byte[0];
    for (Part part : Part.split(input)) {
      if (part.kind() == 'M') {
        target = manifest;
      } else if (part.kind() == 'g') {
        golden = golden(new String(part.content(), java.nio.charset.StandardCharsets.US_ASCII));
      } else if (part.kind() == 'r') {
        reference = Groups.expand(part.content());
      } else {
        target.add(part);
      }
    }
    byte[] manifestFile = new ForgedFile(FileKind.MANIFEST, manifest).bytes();
    if (!manifest.isEmpty()) {
      snapshot.add(new Part('F', reference(reference, manifestFile)));
    }
    Path table = Scratch.table(golden);
    Path relative = Path.of(table.getFileName().toString());
    Scratch.write(relative.resolve(MANIFEST).toString(), manifestFile);
    Scratch.write(
        relative.resolve(TablePaths.snapshot(1)).toString(),
        new ForgedFile(FileKind.SNAPSHOT, snapshot).bytes());
    Bounded.run(
        input.length + (1 << 18),
        Reads.BASE_BYTES,
        Set.of(AlbisException.class),
        () -> {
          try (Table data = Table.open(table.toString(), Reads.options())) {
            Reads.everything(data);
          }
        });
  }

  private static Path golden(String name) {
    Path golden = GOLDEN.resolve("types-mixed/table");
    if (name.matches("[a-z-]+") && Files.isDirectory(GOLDEN.resolve(name).resolve("table"))) {
      golden = GOLDEN.resolve(name).resolve("table");
    }
    return golden;
  }

  /** The field of a snapshot that refers to the manifest. */
  private static byte[] reference(byte[] stated, byte[] manifest) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(stated);
    ForgedFile.nested(message, 1, MANIFEST.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    message.writeBytes(ForgedFile.lengths(manifest));
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    ForgedFile.nested(field, 9, message.toByteArray());
    return field.toByteArray();
  }
}
