// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import java.nio.file.Path;

/** One way to write one format. */
@FunctionalInterface
public interface FormatWriter {

  /**
   * Starts.
   *
   * @param directory empty; what is written lies in it
   * @param threads how many parts are written at a time
   * @throws Exception whatever the library throws; the run fails
   */
  OpenWriter open(Path directory, int threads) throws Exception;
}
