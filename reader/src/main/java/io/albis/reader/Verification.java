// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.List;

/**
 * The result of {@link io.albis.reader.Dataset#verify}.
 *
 * @param files number of data files that were read
 * @param segments number of segments that were read
 * @param bytes length of these extents, in bytes
 * @param problems the problems found, at most {@value #MAX_PROBLEMS}; empty if the table is intact
 */
public record Verification(long files, long segments, long bytes, List<Problem> problems) {

  /** The maximum number of problems that are recorded. */
  public static final int MAX_PROBLEMS = 1000;
}
