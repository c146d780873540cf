// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests faults between a writer and an object store during publishing. */
final class S3PublishingTest {
  private static final byte[] CONTENT = "content".getBytes(UTF_8);

  @RegisterExtension static final S3Server server = new S3Server();

  @Test
  void reportsAnUnknownOutcomeIfItsOwnObjectExists() throws IOException {
    try (Storage storage = server.open()) {
      server.failOnce(S3Server.Fault.LOST_ANSWER);

      // The client retries, and finds the object that it has created.
      assertThatThrownBy(() -> storage.publish("file", CONTENT))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(FileAlreadyExistsException.class)
          .hasMessageContaining("Status Code: 412");
      assertThat(server.hasFailed()).isTrue();
      assertThat(read(storage, "file")).isEqualTo(CONTENT);
    }
  }

  @Test
  void reportsAConflictIfAnotherObjectExists() throws IOException {
    try (Storage storage = server.open()) {
      storage.publish("file", CONTENT);

      for (String other : new String[] {"", "conten", "contenT", "content "}) {
        assertThatThrownBy(() -> storage.publish("file", other.getBytes(UTF_8)))
            .isInstanceOf(FileAlreadyExistsException.class)
            .hasMessage(storage.root() + "/file")
            .rootCause()
            .hasMessageContaining("Status Code: 412");
      }
      assertThat(read(storage, "file")).isEqualTo(CONTENT);
    }
  }

  @Test
  void leavesNoPartialObject() throws IOException {
    try (Storage storage = server.open("hadoop.fs.s3a.multipart.size", "5M")) {
      server.failOnce(S3Server.Fault.NO_PARTS);

      assertThatThrownBy(() -> storage.publish("file", new byte[6_000_000]))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(FileAlreadyExistsException.class);
      assertThat(server.hasFailed()).isTrue();
      assertThat(storage.exists("file")).isFalse();
      storage.publish("file", new byte[6_000_000]);
      assertThat(storage.list("")).extracting(FileInfo::length).containsExactly(6_000_000L);
      assertThatThrownBy(() -> storage.publish("file", new byte[6_000_001]))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
  }

  @Test
  void requiresConditionalWrites() throws IOException {
    try (Storage storage = server.open("hadoop.fs.s3a.create.conditional.enabled", "false")) {
      assertThatThrownBy(() -> storage.publish("file", CONTENT))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Conditional Writes Unavailable");
      assertThat(storage.exists("file")).isFalse();
    }
  }

  private static byte[] read(Storage storage, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, (int) file.length());
    }
  }
}
