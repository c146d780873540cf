// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import java.nio.file.Path;

/**
 * Where tests put their tables: into directories of the local file system, or, where the property
 * {@value #PROPERTY} names another place, below that. So they run on every storage.
 */
public final class TestRoot {

  /** Names the place; it is not set where that is the local file system. */
  public static final String PROPERTY = "albis.tests.root";

  private TestRoot() {}

  /** Whether tables are in the local file system. */
  public static boolean isLocal() {
    return System.getProperty(PROPERTY) == null;
  }

  /** The URI, or the local path, of the table that a test wants to have in a directory. */
  public static String uri(Path directory) {
    return isLocal()
        ? directory.toString()
        : System.getProperty(PROPERTY) + directory.toAbsolutePath();
  }
}
