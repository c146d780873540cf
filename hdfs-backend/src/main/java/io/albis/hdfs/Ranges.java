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
package io.albis.hdfs;

import java.io.EOFException;

/** Checks ranges against the length of a file. */
final class Ranges {
  private Ranges() {}

  static void check(long offset, long length, String path, long fileLength) throws EOFException {
    if (offset < 0 || length < 0 || offset > fileLength - length) {
      throw new EOFException(
          String.format(
              "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
              length, offset, path, fileLength));
    }
  }
}
