// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests how many requests a range of an object takes. */
final class S3RequestsTest {
  private static final int LENGTH = 24 << 20;
  private static final int READ = 3 << 20;

  @RegisterExtension static final S3Server server = new S3Server();

  @Test
  void readsEachRangeWithOneRequest() throws IOException {
    // The stream of Hadoop 3.4; the default of 3.5 caches parts of objects and prefetches others.
    try (Storage storage = server.open("hadoop.fs.s3a.input.stream.type", "classic")) {
      byte[] bytes = TestFiles.bytes(LENGTH);
      try (WritableFile file = storage.createFile("file")) {
        file.write(bytes);
        file.finish();
      }
      try (ReadableFile file = storage.openFile("file")) {
        for (int mib : new int[] {20, 4, 12, 0, 8}) {
          long before = server.gets();
          int offset = mib << 20;
          assertThat(TestFiles.read(file, offset, READ))
              .isEqualTo(Arrays.copyOfRange(bytes, offset, offset + READ));
          assertThat(server.gets() - before).as("requests for 3 MiB at %d", mib).isEqualTo(1);
        }
      }
    }
  }
}
