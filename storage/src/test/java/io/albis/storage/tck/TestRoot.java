// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import java.nio.file.Path;

/**
 * Where tests put their tables: in directories of the local file system, or below the URI that the
 * property {@value #PROPERTY} specifies, so that they run on every storage.
 */
public final class TestRoot {

  /** The property with the URI; not set for the local file system. */
  public static final String PROPERTY = "albis.tests.root";

  private TestRoot() {}

  /** Whether tables are in the local file system. */
  public static boolean isLocal() {
    return System.getProperty(PROPERTY) == null;
  }

  /** The URI or local path for the table of a test in a directory. */
  public static String uri(Path directory) {
    return isLocal()
        ? directory.toString()
        : System.getProperty(PROPERTY) + directory.toAbsolutePath();
  }
}
