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

import java.util.Objects;

/**
 * Tells whether two opened files are the same bytes: equal identities mean the same file with the
 * same contents, as far as the backend can tell. The key of caches.
 *
 * @param id what the backend calls the file, as in device and inode
 * @param length the length in bytes
 * @param modifiedNanos the time of the last modification, in nanoseconds since 1970
 */
public record FileIdentity(String id, long length, long modifiedNanos) {

  /** Checks that the id is there. */
  public FileIdentity {
    Objects.requireNonNull(id, "id");
  }
}
