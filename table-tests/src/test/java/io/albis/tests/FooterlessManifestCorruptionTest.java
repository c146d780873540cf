// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.IOException;

/** Repeats the corruption tests on a table whose manifests contain no data file footers. */
class FooterlessManifestCorruptionTest extends CorruptionTest {

  @Override
  CorruptionFixture make(String uri, String name) throws IOException {
    CorruptionFixture made = super.make(uri, name);
    ManifestFooters.remove(made.files());
    return made;
  }

  @Override
  boolean readsDataFileFooters() {
    return true;
  }
}
