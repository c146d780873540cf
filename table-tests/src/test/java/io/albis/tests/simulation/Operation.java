// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

/** A request to a simulated storage. */
enum Operation {
  OPEN,
  READ,
  EXISTS,
  LIST,
  CREATE,
  FINISH,
  DISCARD,
  RENAME,
  PUBLISH,
  DELETE;

  /** Whether it changes what is stored. */
  boolean isChange() {
    return ordinal() >= CREATE.ordinal();
  }
}
