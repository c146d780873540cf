// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.backend;

import java.io.IOException;

/** Reads something; blocks until it is there. */
@FunctionalInterface
public interface ReadTask {

  /** Runs once, on a thread of a {@link ReadPool}. */
  void run() throws IOException;
}
