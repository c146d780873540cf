// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import java.io.IOException;

/** A blocking read, executed by a {@link ReadPool}. */
@FunctionalInterface
public interface ReadTask {

  /** Reads. Called once at most. */
  void run() throws IOException;
}
