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

/** The rule for paths of the storage interface, for backends. */
public final class StoragePaths {
  private StoragePaths() {}

  /**
   * Returns a path that names something below a root, or the root itself.
   *
   * @param root only for the message
   * @throws IllegalArgumentException if it is absolute, leaves the root, or has an empty part,
   *     {@code .} or {@code ..}
   */
  public static String check(String path, Object root) {
    if (!path.isEmpty()) {
      for (String part : path.split("/", -1)) {
        if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) {
          throw new IllegalArgumentException(
              "Invalid path: '"
                  + path
                  + "' (expected names joined by '/', relative to "
                  + root
                  + ", without '.' and '..')");
        }
      }
    }
    return path;
  }
}
