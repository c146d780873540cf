// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a file system without direct I/O is recognized. */
class DirectModeTest {

  /** Linux rejects direct I/O on these files, and they are not on an in-memory file system. */
  private static final Path NEVER_DIRECT = Path.of("/proc/self/status");

  @Test
  void fallsBackIfTheSystemRejectsDirectIo() throws IOException {
    assumeTrue(Files.exists(NEVER_DIRECT), "there is no " + NEVER_DIRECT);
    DirectMode mode = DirectMode.of(Map.of(), NEVER_DIRECT.getParent());
    assertThat(mode.isDirect()).isTrue();
    assertThat(mode.openToRead(NEVER_DIRECT)).isNull();
    assertThat(mode.isDirect()).isFalse();
  }

  @Test
  void failsIfDirectIoIsRequired() {
    assumeTrue(Files.exists(NEVER_DIRECT), "there is no " + NEVER_DIRECT);
    DirectMode mode = DirectMode.of(Map.of("io.direct", "always"), NEVER_DIRECT.getParent());
    assertThatThrownBy(() -> mode.openToRead(NEVER_DIRECT))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot open " + NEVER_DIRECT + " for direct I/O");
  }

  @Test
  void doesNotFallBackForMissingFiles(@TempDir Path directory) {
    DirectMode mode = DirectMode.of(Map.of(), directory);
    Path missing = directory.resolve("none");
    assertThatThrownBy(() -> mode.openToRead(missing)).isInstanceOf(NoSuchFileException.class);
    assertThat(mode.isDirect()).isTrue();
  }

  @Test
  void recognizesRejectionInAnyLanguage(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10]);
    for (String reason : new String[] {"Invalid argument", "Das Argument ist ungültig", null}) {
      FileSystemException failure = new FileSystemException(file.toString(), null, reason);
      assertThat(DirectMode.isRefusal(file, StandardOpenOption.WRITE, failure)).isTrue();
    }
  }

  @Test
  void doesNotFallBackForFilesThatCannotBeOpened(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("f"), new byte[10]);
    assertThat(
            DirectMode.isRefusal(
                file, StandardOpenOption.READ, new AccessDeniedException(file.toString())))
        .isFalse();
    FileSystemException failure = new FileSystemException("none");
    assertThat(DirectMode.isRefusal(directory.resolve("none"), StandardOpenOption.READ, failure))
        .isFalse();
    assertThat(failure.getSuppressed()).hasSize(1);
  }
}
