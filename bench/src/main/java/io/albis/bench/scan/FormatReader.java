// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

/**
 * A method of reading a format, written the way an expert in the library would write it: typed
 * loops over the values that it returns, and no more work than the sums need.
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
