// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

/** A request to a simulated storage. */
enum Operation {
  OPEN(false),
  READ(false),
  EXISTS(false),
  LIST(false),
  CREATE(true),
  FINISH(true),
  DISCARD(true),
  RENAME(true),
  PUBLISH(true),
  DELETE(true),
  /** Of the storage, not of a file. */
  CLOSE(false);

  private final boolean isChange;

  Operation(boolean isChange) {
    this.isChange = isChange;
  }

  /** Whether it depends on what others do: a read of an open file does not. */
  boolean isShared() {
    return this != READ && this != CLOSE;
  }

  /** Whether it changes what is stored. */
  boolean isChange() {
    return isChange;
  }
}
