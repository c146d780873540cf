// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.metadata.ManifestSegments;
import java.io.IOException;

/**
 * Repeats the corruption tests on a table whose manifests describe no segments: with every byte of
 * metadata, and some of those values that are decoded as in the other test.
 */
class SparseManifestCorruptionTest extends CorruptionTest {

  @Override
  CorruptionFixture make(String uri, String name) throws IOException {
    CorruptionFixture made = super.make(uri, name);
    ManifestSegments.remove(made.files());
    return made;
  }

  @Override
  boolean readsEndsOfDataFiles() {
    return true;
  }

  @Override
  int step() {
    return Math.max(7, super.step());
  }
}
