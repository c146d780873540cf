// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

/**
 * How to read data.
 *
 * @param readSize the most bytes of a request, unless one segment is longer
 * @param requestsAhead requests of a cursor in flight, 0 to let it decide
 * @param verifyChecksums whether to verify the checksums of segments
 */
public record ReadSettings(int readSize, int requestsAhead, boolean verifyChecksums) {}
