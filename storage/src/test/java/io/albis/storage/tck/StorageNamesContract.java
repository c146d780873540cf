// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The part of {@link StorageContractTest} that deals with names: creation, publishing, listing,
 * deleting.
 */
abstract class StorageNamesContract {
  private Storage storage;

  /** Opens a directory that is empty or does not exist; called once per test. */
  protected abstract Storage openEmpty() throws IOException;

  /** The storage that the current test uses. */
  final Storage storage() {
    return storage;
  }

  @BeforeEach
  final void openStorage() throws IOException {
    storage = openEmpty();
  }

  @AfterEach
  final void deleteStorage() throws IOException {
    storage.deleteRecursively("");
    storage.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 10, 100_000, 5_000_000})
  void unfinishedFileIsRemoved(int length) throws IOException {
    try (WritableFile file = storage.createFile("x/unfinished")) {
      file.write(new byte[length]);
    }

    assertThat(storage.exists("x/unfinished")).isFalse();
    assertThat(storage.exists("x") ? storage.list("x") : List.of()).isEmpty();
    write("x/unfinished", "again");
    assertThat(read("x/unfinished")).isEqualTo("again");
  }

  @Test
  void closingFinishedFileKeepsIt() throws IOException {
    WritableFile file = storage.createFile("kept");
    file.write(new byte[] {1});
    file.finish();
    file.close();
    file.close();

    assertThat(storage.list("")).extracting(FileInfo::length).containsExactly(1L);
    assertThatThrownBy(() -> file.write(new byte[5000])).isInstanceOf(IOException.class);
    assertThat(storage.list("")).extracting(FileInfo::length).containsExactly(1L);
  }

  @Test
  void createsOnlyNewFiles() throws IOException {
    write("taken", "first");

    assertThatThrownBy(() -> storage.createFile("taken"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("taken");
    assertThat(read("taken")).isEqualTo("first");
  }

  @Test
  void atomicFilesAppearWhenTheyAreFinished() throws IOException {
    try (WritableFile file = storage.createFileAtomically("atomic/file")) {
      file.write("content".getBytes(UTF_8));
      assertThat(storage.exists("atomic/file")).isFalse();
      file.finish();
      assertThat(read("atomic/file")).isEqualTo("content");
    }
    assertThat(read("atomic/file")).isEqualTo("content");
    try (WritableFile file = storage.createFileAtomically("atomic/unfinished")) {
      file.write(new byte[5000]);
    }
    assertThat(storage.list("atomic")).extracting(FileInfo::name).containsExactly("file");
  }

  @Test
  void atomicFilesReplaceNoOthers() throws IOException {
    write("taken", "first");
    assertThatThrownBy(() -> storage.createFileAtomically("taken"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("taken");
    assertThat(read("taken")).isEqualTo("first");
  }

  @Test
  void atomicFilesDoNotReplaceWhatAppearsMeanwhile() throws IOException {
    try (WritableFile file = storage.createFileAtomically("taken")) {
      file.write("second".getBytes(UTF_8));
      write("taken", "first");
      assertThatThrownBy(file::finish).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(read("taken")).isEqualTo("first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "d/"})
  void renames(String directory) throws IOException {
    write(directory + "before", "content");
    storage.rename(directory + "before", "after");
    assertThat(read(directory + "after")).isEqualTo("content");
    assertThat(storage.exists(directory + "before")).isFalse();
    assertThat(storage.list(directory.replace("/", "")))
        .extracting(FileInfo::name)
        .containsExactly("after");
    assertThat(storage.listTemporary(directory.replace("/", ""))).isEmpty();
  }

  @Test
  void renamesLongFiles() throws IOException {
    byte[] content = new byte[(9 << 20) + 1];
    new Random(1).nextBytes(content);
    try (WritableFile file = storage.createFile("before")) {
      file.write(content);
      file.finish();
    }
    storage.rename("before", "after");
    try (ReadableFile file = storage.openFile("after")) {
      assertThat(file.length()).isEqualTo(content.length);
      assertThat(file.readBytes(0, content.length)).isEqualTo(content);
    }
  }

  /** As a whole and exclusively, or not at all. */
  @Test
  void renamesDirectories() throws IOException {
    write("d/before/sub/file", "content");
    write("d/taken/file", "other");
    write("e/file", "third");
    try {
      storage.renameDirectory("d/before", "e/after");
    } catch (UnsupportedOperationException e) {
      assertThat(e).hasMessageContaining("d/before");
      assertThat(read("d/before/sub/file")).isEqualTo("content");
      assertThat(storage.list("e")).extracting(FileInfo::name).containsExactly("file");
      return;
    }
    assertThat(read("e/after/sub/file")).isEqualTo("content");
    assertThat(storage.exists("d/before")).isFalse();

    assertThatThrownBy(() -> storage.renameDirectory("e/after", "d/taken"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> storage.renameDirectory("d/before", "d/x"))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> storage.renameDirectory("e/after", "none/x"))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(read("e/after/sub/file")).isEqualTo("content");
    assertThat(read("d/taken/file")).isEqualTo("other");
  }

  @Test
  void renamingReplacesNothing() throws IOException {
    write("d/taken", "first");
    write("d/file", "second");
    assertThatThrownBy(() -> storage.rename("d/file", "taken"))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("taken");
    assertThat(read("d/taken")).isEqualTo("first");
    assertThat(read("d/file")).isEqualTo("second");
    assertThatThrownBy(() -> storage.rename("d/none", "other"))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> storage.rename("d/file", "../file"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> storage.rename("d/file", ".."))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(storage.list("d")).extracting(FileInfo::name).containsExactly("file", "taken");
  }

  @Test
  void filesMayBeLongerThanExpected() throws IOException {
    try (WritableFile file = storage.createFile("long", 1000)) {
      file.write(new byte[3 << 20]);
      file.finish();
    }
    assertThat(storage.list("")).extracting(FileInfo::length).containsExactly(3L << 20);
    assertThat(storage.naturalFileLength()).isNotNegative();
  }

  @Test
  void publishesOnlyNewFiles() throws IOException {
    storage.publish("_albis/1", "first".getBytes(UTF_8));

    assertThatThrownBy(() -> storage.publish("_albis/1", "second".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("1");
    assertThat(read("_albis/1")).isEqualTo("first");
    assertThat(storage.list("_albis")).extracting(FileInfo::name).containsExactly("1");
  }

  @Test
  void exactlyOneOfManyPublishers() throws Exception {
    int threads = 8;
    CyclicBarrier barrier = new CyclicBarrier(threads);
    for (int round = 0; round < 10; round++) {
      String path = "_albis/" + round;
      List<Integer> winners =
          inParallel(
              threads,
              thread -> {
                barrier.await();
                try {
                  storage.publish(path, ("writer " + thread).getBytes(UTF_8));
                  return thread;
                } catch (FileAlreadyExistsException e) {
                  // A loser can read the winner's whole content at once.
                  assertThat(read(path)).startsWith("writer ").hasSize(8);
                  return -1;
                }
              });
      int winner = Collections.max(winners);
      assertThat(Collections.frequency(winners, -1)).isEqualTo(threads - 1);
      assertThat(read(path)).isEqualTo("writer " + winner);
    }
    assertThat(storage.list("_albis")).hasSize(10);
  }

  @Test
  void listsByName() throws IOException {
    write("d/b", "22");
    write("d/a", "1");
    write("d/c/deep", "333");

    List<FileInfo> entries = storage.list("d");
    assertThat(entries).extracting(FileInfo::name).containsExactly("a", "b", "c");
    assertThat(entries).extracting(FileInfo::length).containsExactly(1L, 2L, 0L);
    assertThat(entries).extracting(FileInfo::isDirectory).containsExactly(false, false, true);
    assertThat(entries).extracting(FileInfo::isFile).containsExactly(true, true, false);
    assertThat(entries.get(0).modified()).isNotNull();
    assertThat(storage.list("")).extracting(FileInfo::name).containsExactly("d");
    assertThatThrownBy(() -> storage.list("none")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> storage.list("d/a")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void deletes() throws IOException {
    write("d/a", "1");
    write("d/e/f", "1");

    assertThat(storage.delete("d/a")).isTrue();
    assertThat(storage.delete("d/a")).isFalse();
    assertThat(storage.exists("d/a")).isFalse();
    assertThat(storage.exists("d/e")).isTrue();
    assertThat(storage.exists("d/e/f")).isTrue();
    assertThatThrownBy(() -> storage.delete("d/e")).isInstanceOf(IOException.class);
    assertThat(read("d/e/f")).isEqualTo("1");
    storage.deleteRecursively("d");
    assertThat(storage.exists("d")).isFalse();
    storage.deleteRecursively("d");
  }

  @Test
  void locationsCoverTheRange() throws Exception {
    write("data", "0123456789");

    long next = 2;
    for (Locations part : storage.locations("data", 2, 7)) {
      assertThat(part.offset()).isEqualTo(next);
      assertThat(part.length()).isPositive();
      next += part.length();
    }
    assertThat(next).isEqualTo(9);
    write("d/more", "0123456789");
    awaitLocations(List.of(new FileRange("d/more", 0, 5), new FileRange("data", 2, 7)));
    assertThatThrownBy(() -> storage.locations("none", 0, 1))
        .isInstanceOf(NoSuchFileException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../out", "/etc/passwd", "a//b", "a/../b", "./a", "a/.", "a/"})
  void rejectsPathsThatLeaveTheRoot(String path) {
    assertThatThrownBy(() -> storage.openFile(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid path: '" + path + "'");
    assertThatThrownBy(() -> storage.createFile(path)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> storage.publish(path, new byte[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> storage.deleteRecursively(path))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void returnsItsRoot() {
    assertThat(storage.root().isAbsolute()).isTrue();
  }

  /**
   * Waits until ranges have the same locations together as each for itself. They may differ at
   * first: the nodes of a cluster report a new block one after the other.
   */
  private void awaitLocations(List<FileRange> ranges) throws Exception {
    List<List<Locations>> together;
    List<List<Locations>> single;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    do {
      Thread.sleep(20);
      together = storage.locations(ranges);
      single = new ArrayList<>();
      for (FileRange range : ranges) {
        single.add(storage.locations(range.path(), range.offset(), range.length()));
      }
    } while (!together.equals(single) && System.nanoTime() < end);
    assertThat(together).isEqualTo(single);
  }

  private void write(String path, String content) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(content.getBytes(UTF_8));
      file.finish();
    }
  }

  private String read(String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return new String(file.readBytes(0, (int) file.length()), UTF_8);
    }
  }

  interface Task {
    Integer run(int thread) throws Exception;
  }

  static List<Integer> inParallel(int threads, Task task) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        tasks.add(() -> task.run(thread));
      }
      List<Integer> results = new ArrayList<>();
      for (Future<Integer> future : executor.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }
}
