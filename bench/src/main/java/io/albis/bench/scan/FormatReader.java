// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

/**
 * One way to read one format, written as someone would who knows the library well: typed loops over
 * what it hands out, and no more work than the sums need.
 */
@FunctionalInterface
public interface FormatReader {

  /**
   * Opens a file: what has to be done before the first value can be read.
   *
   * @throws Exception whatever the library throws; the run fails
   */
  OpenFormat open(ScanRequest request) throws Exception;
}
