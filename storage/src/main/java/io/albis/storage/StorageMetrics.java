/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
 * @param bytesReadByWay bytes read by each way that the backend knows, by its name, as in {@code
 *     direct}; ways that were not taken are left out
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
    Map<String, Long> bytesReadByWay) {

  /** Copies the map, ordered by name. */
  public StorageMetrics {
    bytesReadByWay = Collections.unmodifiableMap(new TreeMap<>(bytesReadByWay));
  }
}
