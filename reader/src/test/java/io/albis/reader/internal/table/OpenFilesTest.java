// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests that files are opened once, stay open for the next scan, and are closed in the end. */
class OpenFilesTest {

  private final List<String> opened = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();

  private final OpenFiles files = new OpenFiles(this::open, 2);

  private ReadableFile open(String path) {
    if (path.startsWith("bad")) {
      throw new AlbisIOException("Failed to open " + path, new IOException("broken"));
    }
    opened.add(path);
    return new File(path);
  }

  private final class File implements ReadableFile {
    private final String path;

    File(String path) {
      this.path = path;
    }

    @Override
    public String path() {
      return path;
    }

    @Override
    public long length() {
      return 0;
    }

    @Override
    public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public byte[] readBytes(long offset, int length) {
      return new byte[length];
    }

    @Override
    public void close() {
      closed.add(path);
    }
  }

  private void use(String path) {
    try (OpenFiles.Use use = files.use(path)) {
      assertThat(use.file().path()).isEqualTo(path);
    }
  }

  @Test
  void keepsTheFilesThatWereUsedLast() {
    use("a");
    use("b");
    use("a");
    assertThat(opened).containsExactly("a", "b");
    use("c");
    assertThat(closed).containsExactly("b");
    use("a");
    use("b");
    assertThat(opened).containsExactly("a", "b", "c", "b");
    assertThat(closed).containsExactly("b", "c");
  }

  @Test
  void sharesAFileAmongItsUsers() {
    OpenFiles.Use one = files.use("a");
    try (OpenFiles.Use two = files.use("a")) {
      assertThat(one.file()).isSameAs(two.file());
    }
    one.close();
    one.close();
    assertThat(opened).containsExactly("a");
    assertThat(closed).isEmpty();
  }

  @Test
  void opensNothingThatIsNotRead() {
    files.use("a").close();
    assertThat(opened).isEmpty();
  }

  @Test
  void closesAllFilesInTheEnd() {
    use("a");
    OpenFiles.Use late = files.use("b");
    assertThat(late.file().path()).isEqualTo("b");
    files.close();
    assertThat(closed).containsExactly("a");
    late.close();
    assertThat(closed).containsExactly("a", "b");
  }

  @Test
  void triesAgainToOpenWhatCouldNotBeOpened() {
    try (OpenFiles.Use use = files.use("bad")) {
      assertThatThrownBy(use::file).hasMessage("Failed to open bad");
      assertThatThrownBy(use::file).hasMessage("Failed to open bad");
    }
    files.close();
    assertThat(closed).isEmpty();
  }

  @Test
  void waitingForAnotherThreadToOpenAFileCanBeInterrupted() throws Exception {
    CountDownLatch isOpening = new CountDownLatch(1);
    CountDownLatch mayOpen = new CountDownLatch(1);
    OpenFiles slow =
        new OpenFiles(
            path -> {
              isOpening.countDown();
              try {
                mayOpen.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return new File(path);
            },
            1);
    OpenFiles.Use first = slow.use("a");
    OpenFiles.Use second = slow.use("a");
    CompletableFuture<ReadableFile> opening = CompletableFuture.supplyAsync(first::file);
    isOpening.await();
    Thread.currentThread().interrupt();
    assertThatThrownBy(second::file)
        .isInstanceOf(AlbisIOException.class)
        .hasMessage("Cannot wait until another thread has opened a: the thread was interrupted");
    assertThat(Thread.interrupted()).isTrue();
    mayOpen.countDown();
    assertThat(opening.get()).isSameAs(second.file());
    first.close();
    second.close();
    slow.close();
  }
}
