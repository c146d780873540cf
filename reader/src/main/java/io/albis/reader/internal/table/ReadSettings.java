// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

/**
 * Settings for reading data.
 *
 * @param readSize maximum bytes of a request, unless one segment is longer
 * @param requestsAhead requests in flight per cursor, 0 for self-tuning
 * @param verifyChecksums whether to verify the checksums of segments
 */
public record ReadSettings(int readSize, int requestsAhead, boolean verifyChecksums) {

  /** Returns the same settings with verification of checksums. */
  public ReadSettings verifying() {
    return new ReadSettings(readSize, requestsAhead, true);
  }
}
