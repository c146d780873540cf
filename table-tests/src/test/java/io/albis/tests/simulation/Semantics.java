// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

/** How a simulated storage behaves. */
enum Semantics {
  /** A local file system: files are seen while they are written, and requests are never late. */
  LOCAL,
  /** HDFS: files are seen while they are written, and a request may take effect late. */
  HDFS,
  /** An object store with conditional requests: objects appear whole when they are finished. */
  OBJECTS,
  /** The same, but a listing may miss what is younger than {@link #MAX_UNLISTED_MILLIS}. */
  OBJECTS_LISTED_LATE,
  /** An object store without conditional requests, on which the backends refuse to publish. */
  UNCONDITIONAL;

  /** How long a listing may miss a new object. */
  static final long MAX_UNLISTED_MILLIS = 60_000;

  /** Whether objects appear when they are finished, and directories are only parts of names. */
  boolean isObjectStore() {
    return this != LOCAL && this != HDFS;
  }

  /** Whether a request may take effect after its caller has given it up. */
  boolean hasLateRequests() {
    return this != LOCAL;
  }
}
