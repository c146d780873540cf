// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of what a {@link Storage} has read and written since it was opened.
 *
 * @param bytesRead bytes that callers requested and received
 * @param readRequests requests sent to the device or file system to read them
 * @param directBytesRead bytes read past the page cache, including what aligns requests to blocks
 * @param bufferedBytesRead bytes read through the page cache
 * @param bytesWritten bytes that callers wrote
 * @param writeRequests requests sent to the device or file system to write them
 * @param directBytesWritten bytes written past the page cache
 * @param bufferedBytesWritten bytes written through the page cache
 * @param bytesByReadPath bytes read on each read path of the backend, by its name, for example
 *     {@code direct}; paths without bytes are left out
 */
public record StorageMetrics(
    long bytesRead,
    long readRequests,
    long directBytesRead,
    long bufferedBytesRead,
    long bytesWritten,
    long writeRequests,
    long directBytesWritten,
    long bufferedBytesWritten,
    Map<String, Long> bytesByReadPath) {

  /** Copies the map, sorted by name. */
  public StorageMetrics {
    bytesByReadPath = Collections.unmodifiableMap(new TreeMap<>(bytesByReadPath));
  }
}
