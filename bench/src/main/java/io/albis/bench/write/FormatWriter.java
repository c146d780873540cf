// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import java.nio.file.Path;

/** A method of writing a format. */
@FunctionalInterface
public interface FormatWriter {

  /**
   * Opens the output.
   *
   * @param directory an empty directory for the output
   * @param threads the number of parts that are written concurrently
   * @throws Exception any exception of the library; the run fails
   */
  OpenWriter open(Path directory, int threads) throws Exception;
}
