// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.IOException;

/** As the other one, of a table whose manifests have no footers of data files. */
class OldFormatCorruptionTest extends CorruptionTest {

  @Override
  DamagedTable make(String uri, String name) throws IOException {
    DamagedTable made = super.make(uri, name);
    OldFormat.removeFooters(made.files());
    return made;
  }

  @Override
  boolean readsFootersOfFiles() {
    return true;
  }
}
