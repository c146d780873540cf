// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

/** Validates the paths of the storage interface, for backends. */
public final class StoragePaths {
  private StoragePaths() {}

  /**
   * Checks that a path names the root or something below it, and returns the path.
   *
   * @param root the root, for the error message
   * @throws IllegalArgumentException if it is absolute, leaves the root, or has an empty part,
   *     {@code .} or {@code ..}
   */
  public static String check(String path, Object root) {
    if (!path.isEmpty()) {
      for (String part : path.split("/", -1)) {
        if (part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\0') >= 0) {
          throw new InvalidSettingException(
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

  /**
   * Returns the path of another name in the directory of a path.
   *
   * @throws IllegalArgumentException if the name is not one part of a path
   */
  public static String sibling(String path, String name) {
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw new InvalidSettingException("Invalid name: '" + name + "' (expected one without '/')");
    }
    return path.substring(0, path.lastIndexOf('/') + 1) + name;
  }
}
