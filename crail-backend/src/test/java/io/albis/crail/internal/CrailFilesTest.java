// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.FileInfo;
import io.albis.storage.FileRange;
import io.albis.storage.Locations;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Random;
import org.apache.crail.CrailLocationClass;
import org.apache.crail.CrailNode;
import org.apache.crail.CrailNodeType;
import org.apache.crail.CrailStorageClass;
import org.apache.crail.CrailStore;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.memory.OffHeapBuffer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the contract does not cover: records of directories, and Crail's own client. */
final class CrailFilesTest {

  private static TestCrail cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCrail.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static void write(Storage storage, String path, byte[] content) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(content);
      file.finish();
    }
  }

  private static byte[] read(Storage storage, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, (int) file.length());
    }
  }

  @Test
  void locationsJoinBlocksOfAHost() throws IOException {
    try (Storage storage = cluster.open()) {
      write(storage, "data", bytes(10 * TestCrail.BLOCK_BYTES + 5));
      int length = 9 * TestCrail.BLOCK_BYTES;
      // Both data nodes are on this machine.
      List<Locations> found = storage.locations("data", 17, length);
      assertThat(found).hasSize(1);
      assertThat(found.get(0).offset()).isEqualTo(17);
      assertThat(found.get(0).length()).isEqualTo(length);
      assertThat(found.get(0).hosts()).hasSize(1);
      assertThat(storage.locations(List.of(new FileRange("data", 17, length))))
          .containsExactly(found);
    }
  }

  @Test
  void listsManyFilesAndForgetsDeletedOnes() throws IOException {
    try (Storage storage = cluster.open()) {
      for (int i = 0; i < 60; i++) {
        write(storage, "many/file-" + i, bytes(i));
      }
      for (int i = 0; i < 60; i += 2) {
        assertThat(storage.delete("many/file-" + i)).isTrue();
      }
      write(storage, "many/file-2", bytes(7));

      List<FileInfo> entries = storage.list("many");
      assertThat(entries).hasSize(31);
      assertThat(entries)
          .filteredOn(entry -> entry.name().equals("file-2"))
          .extracting(FileInfo::length)
          .containsExactly(7L);
      assertThatThrownBy(() -> storage.delete("many"))
          .isInstanceOf(DirectoryNotEmptyException.class);
      storage.deleteRecursively("");
      assertThat(storage.exists("many")).isFalse();
    }
  }

  @Test
  void publishesOverNoDirectory() throws IOException {
    try (Storage storage = cluster.open()) {
      write(storage, "_albis/taken/file", bytes(3));
      assertThatThrownBy(() -> storage.publish("_albis/taken", new byte[1]))
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("_albis/taken");
      assertThat(storage.list("_albis/taken")).hasSize(1);
      assertThat(storage.listTemporary("_albis")).isEmpty();
    }
  }

  @Test
  void rejectsNamesThatCrailCannotStore() throws IOException {
    try (Storage storage = cluster.open()) {
      assertThatThrownBy(() -> storage.createFile("x".repeat(505)))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("its name has 505 bytes, and Crail stores at most 504");
      String deep = "d/".repeat(16) + "file";
      assertThatThrownBy(() -> storage.createFile(deep))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/d/d/d/d/d/d/d/d/d/d/d")
          .hasMessageContaining("crail.directorydepth");
      write(storage, "umlaut-\u00e4/\u00f6", bytes(5));
      assertThat(storage.list("umlaut-\u00e4"))
          .extracting(FileInfo::name)
          .containsExactly("\u00f6");
    }
  }

  @Test
  void rejectsAnotherConfigurationInTheProcess() {
    assertThatThrownBy(
            () -> Storage.open(cluster.uri("/"), TestCrail.options("crail.blocksize", "65536")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot use another configuration of Crail in the same process");
  }

  @Test
  void rejectsUrisWithoutAPort() {
    assertThatThrownBy(() -> Storage.open("crail://host/table", TestCrail.options()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected crail://host:port/path");
  }

  @Test
  void worksWithCrailsOwnClient() throws Exception {
    CrailConfiguration configuration = CrailConfiguration.createEmptyConfiguration();
    TestCrail.options().forEach(configuration::set);
    configuration.set("crail.storage.types", "org.apache.crail.storage.tcp.TcpStorageTier");
    configuration.set("crail.namenode.address", cluster.uri(""));
    CrailStore store = CrailStore.newInstance(configuration);
    try (Storage storage = cluster.openPath("/shared")) {
      write(storage, "ours", "written by Albis".getBytes(UTF_8));
      CrailNode ours = store.lookup("/shared/ours").get();
      var buffer = OffHeapBuffer.wrap(ByteBuffer.allocateDirect(16));
      assertThat(ours.asFile().getDirectInputStream(0).read(buffer).get().getLen()).isEqualTo(16);
      byte[] read = new byte[16];
      buffer.flip();
      buffer.get(read);
      assertThat(new String(read, UTF_8)).isEqualTo("written by Albis");

      CrailNode theirs =
          store
              .create(
                  "/shared/theirs",
                  CrailNodeType.DATAFILE,
                  CrailStorageClass.DEFAULT,
                  CrailLocationClass.DEFAULT,
                  true)
              .get();
      theirs.syncDir();
      var output = theirs.asFile().getDirectOutputStream(0);
      buffer.clear();
      output.write(buffer).get();
      output.close();
      assertThat(read(storage, "theirs")).isEqualTo("written by Albis".getBytes(UTF_8));
      assertThat(storage.list("")).extracting(FileInfo::name).containsExactly("ours", "theirs");
      assertThat(store.lookup("/shared").get().asDirectory().files()).isEqualTo(2);
      store.delete("/shared/ours", false).get().syncDir();
      assertThat(storage.list("")).extracting(FileInfo::name).containsExactly("theirs");
    } finally {
      store.close();
    }
  }
}
