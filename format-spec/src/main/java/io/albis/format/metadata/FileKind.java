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
package io.albis.format.metadata;

/** The three kinds of file of a table. */
public enum FileKind {
  /** The whole table at one moment. */
  SNAPSHOT(1, 0),
  /** Row groups and their extents. */
  MANIFEST(2, 1),
  /** Segments of values. */
  DATA(3, 0);

  private final int code;
  private final int minorVersion;

  FileKind(int code, int minorVersion) {
    this.code = code;
    this.minorVersion = minorVersion;
  }

  /** The number in heads and tails. */
  int code() {
    return code;
  }

  /** The minor version of what is written; readers take all of them. */
  int minorVersion() {
    return minorVersion;
  }
}
