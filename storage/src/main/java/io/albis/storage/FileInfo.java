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

import java.time.Instant;

/**
 * One entry of a directory.
 *
 * @param name the last part of the path
 * @param kind whether it is a file or a directory
 * @param length the length in bytes; 0 for a directory
 * @param modified the time of the last modification
 */
public record FileInfo(String name, Kind kind, long length, Instant modified) {

  /** What an entry is. */
  public enum Kind {
    /** A regular file. */
    FILE,
    /** A directory. */
    DIRECTORY
  }

  /** Whether this is a regular file. */
  public boolean isFile() {
    return kind == Kind.FILE;
  }

  /** Whether this is a directory. */
  public boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }
}
