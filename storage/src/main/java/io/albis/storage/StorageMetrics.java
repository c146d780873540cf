// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of what a {@link Storage} has done since it was opened.
 *
 * @param bytesRead bytes that callers asked for and got
 * @param readRequests requests sent to the device or file system for them
 * @param directBytesRead bytes that came past the page cache, with the borders that the device
 *     needs
 * @param bufferedBytesRead bytes that came through the page cache
 * @param bytesWritten bytes that callers wrote
 * @param writeRequests requests sent to the device or file system for them
 * @param directBytesWritten bytes that went past the page cache
 * @param bufferedBytesWritten bytes that went through the page cache
 * @param bytesByReadPath bytes read on each path that the backend knows, by its name, as in {@code
 *     direct}; paths without bytes are left out
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

  /** Copies the map, ordered by name. */
  public StorageMetrics {
    bytesByReadPath = Collections.unmodifiableMap(new TreeMap<>(bytesByReadPath));
  }
}
