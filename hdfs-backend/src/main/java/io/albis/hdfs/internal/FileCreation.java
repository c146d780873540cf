// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.WritableFile;
import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Creates files, each of which keeps the client open until it is closed. */
final class FileCreation {

  private final HadoopClient client;
  private final HadoopSettings settings;
  private final BlockFiles blockFiles;
  private final HadoopMetrics metrics;

  FileCreation(
      HadoopClient client, HadoopSettings settings, BlockFiles blockFiles, HadoopMetrics metrics) {
    this.client = client;
    this.settings = settings;
    this.blockFiles = blockFiles;
    this.metrics = metrics;
  }

  /**
   * Creates a file.
   *
   * @param target where it appears when it is finished
   * @param path where it is written: the target, or a temporary name in the same directory
   */
  WritableFile create(Path target, Path path, long expectedLength) throws IOException {
    long blockSize = settings.blockSize(expectedLength);
    return opened(
        target,
        () ->
            HadoopWritableFile.create(
                target, path, blockSize, client, settings, blockFiles, metrics));
  }

  /** Creates an object, which appears when it is finished unless there is one by then. */
  WritableFile createObject(Path path) throws IOException {
    return opened(
        path, () -> HadoopWritableFile.createObject(path, client, settings, blockFiles, metrics));
  }

  /** Opens a file to write. */
  private interface Opening {
    WritableFile open() throws IOException;
  }

  private WritableFile opened(Path target, Opening opening) throws IOException {
    client.retain();
    try {
      return opening.open();
    } catch (IOException e) {
      client.release();
      throw HadoopErrors.translate(e, target);
    } catch (RuntimeException e) {
      client.release();
      throw e;
    }
  }
}
