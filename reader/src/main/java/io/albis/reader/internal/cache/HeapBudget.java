// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

/** Counts Java heap against a bound. Thread-safe. */
interface HeapBudget {

  /** There is no bound. */
  HeapBudget UNBOUNDED =
      new HeapBudget() {
        @Override
        public boolean reserve(long bytes) {
          return true;
        }

        @Override
        public void release(long bytes) {}
      };

  /** Counts heap that is about to be taken; false if there is no room. */
  boolean reserve(long bytes);

  /** Takes back what was reserved. */
  void release(long bytes);
}
