// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.crail.internal.local.CrailParts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crail ends a data node that does not serve yet when it asks; the cluster starts it again. */
class LateDataNodeTest {

  private static final long CAPACITY = 64L << 20;

  @Test
  void isStartedAgain(@TempDir Path directory) throws Exception {
    Path first = directory.resolve("first");
    CrailParts parts =
        new CrailParts("", 0, Map.of("crail.storage.types", LateTier.class.getName()));
    try (TestCrail crail =
        TestCrail.start(1, CAPACITY, List.of("-D" + LateTier.FIRST + "=" + first), parts)) {
      assertThat(first).exists();
      assertThat(crail.cluster().dataNode(0).isAlive()).isTrue();
    }
  }
}
