// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;

/** Closes resources in the reverse of the order in which they were added, even if some fail. */
final class Closer implements Closeable {

  private final ArrayDeque<Closeable> resources = new ArrayDeque<>();

  void add(Closeable resource) {
    resources.push(resource);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
