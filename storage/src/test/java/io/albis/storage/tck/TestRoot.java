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
