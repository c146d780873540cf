// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Runs the contract on a Hadoop file system without blocks: Hadoop's local file system. */
final class OtherFileSystemContractTest extends StorageContractTest {
  @TempDir Path directory;

  @Override
  protected Storage openEmpty() throws IOException {
    return HadoopStorage.open(directory.resolve("table").toUri(), HadoopSettings.of(Map.of()));
  }
}
