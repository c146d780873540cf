// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes, and processes that lack something. */
final class ProcessesTest {

  @Test
  void exactlyOneProcessPublishesEachFile() throws Exception {
    int files = 25;
    try (TestCrail cluster = TestCrail.start();
        Storage storage = cluster.openPath("/table")) {
      List<ChildJvm> publishers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        publishers.add(
            ChildJvm.start(
                Publisher.class,
                entry -> true,
                cluster.uri("/table"),
                String.valueOf(i),
                String.valueOf(files)));
      }
      List<Integer> won = new ArrayList<>();
      for (ChildJvm publisher : publishers) {
        String output = publisher.output();
        assertThat(output).startsWith("won").doesNotContain("\n");
        for (String number : output.substring(3).strip().split(",", -1)) {
          if (!number.isEmpty()) {
            won.add(Integer.valueOf(number));
          }
        }
      }
      assertThat(won).hasSize(files).doesNotHaveDuplicates();
      assertThat(storage.list("_albis")).hasSize(files);
      assertThat(storage.listTemporary("_albis")).extracting(FileInfo::name).isEmpty();
      for (int i = 0; i < files; i++) {
        Publisher.check(storage, "_albis/" + i);
      }
    }
  }

  /** Writes and reads a file of the URI in the argument, and prints an exception. */
  static final class ReadAndWrite {

    private ReadAndWrite() {}

    public static void main(String[] arguments) {
      Map<String, String> options = arguments.length > 1 ? TestCrail.options() : Map.of();
      try (Storage storage = Storage.open(arguments[0], options)) {
        try (WritableFile file = storage.createFile("file")) {
          file.write(new byte[1 << 20]);
          file.finish();
        }
        try (ReadableFile file = storage.openFile("file")) {
          System.out.println("read " + file.readBytes(0, (int) file.length()).length);
        }
      } catch (IOException | IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void clientsNeedNoExportedPackage() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 16 << 20)) {
      assertThat(
              ChildJvm.start(ReadAndWrite.class, entry -> true, cluster.uri("/dir"), "small blocks")
                  .output())
          .isEqualTo("read 1048576");
    }
  }

  @Test
  void saysThatCrailIsMissing() throws Exception {
    assertThat(
            ChildJvm.start(
                    ReadAndWrite.class,
                    entry -> !entry.contains("crail-client"),
                    "crail://10.0.0.1:9060/dir")
                .output())
        .startsWith("Cannot open crail://10.0.0.1:9060/dir: Crail is not on the class path");
  }

  @Test
  void localTablesNeedNothingOfCrail(@TempDir Path directory) throws Exception {
    assertThat(
            ChildJvm.start(
                    ReadAndWrite.class,
                    entry -> !entry.contains("/apache/crail/") && !entry.contains("narpc"),
                    directory.toString())
                .output())
        .isEqualTo("read 1048576");
  }
}
