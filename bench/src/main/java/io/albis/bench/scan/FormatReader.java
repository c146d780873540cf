// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

/**
 * One way to read one format, written as by someone who knows the library well: typed loops over
 * the values it returns, and no more work than the sums need.
 */
@FunctionalInterface
public interface FormatReader {

  /**
   * Opens a file: everything that must be done before the first value can be read.
   *
   * @throws Exception any exception of the library; the run fails
   */
  OpenFormat open(ScanRequest request) throws Exception;
}
