// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.Table;
import io.albis.spark.TestTables;
import io.albis.storage.memory.BufferAllocator;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenDatasetsTest {

  private static final int MORE_THAN_STAY_OPEN = 500;

  @TempDir Path directory;

  private final SourceOptions options = SourceOptions.of(Map.of());
  private String uri;

  @BeforeEach
  void write() {
    OpenDatasets.closeIdle();
    uri = directory.resolve("t").toString();
    TestTables.append(directory.resolve("t"), 0, 10);
  }

  @AfterEach
  void nothingIsLeft() {
    OpenDatasets.closeIdle();
    assertThat(OpenDatasets.count()).isZero();
    assertThat(BufferAllocator.allocatedByName()).isEmpty();
  }

  /** Opens the table once more, under a key of its own. */
  private OpenDatasets.Lease open() {
    return OpenDatasets.adopt(new Source(uri, UUID.randomUUID(), 1, options), Table.open(uri));
  }

  /** A query may have planned to read what was dropped since: it is open as long as possible. */
  @Test
  void whatWasUsedLastStaysOpen() {
    OpenDatasets.Lease used = open();
    OpenDatasets.Lease usedAgain = open();
    usedAgain.close();
    OpenDatasets.Lease last = null;
    for (int i = 0; i < MORE_THAN_STAY_OPEN; i++) {
      last = open();
      last.close();
      OpenDatasets.acquire(usedAgain.source()).close();
    }
    assertThat(OpenDatasets.count()).isLessThan(MORE_THAN_STAY_OPEN);
    assertThat(used.dataset().rowCount()).isEqualTo(10);
    try (OpenDatasets.Lease again = OpenDatasets.acquire(last.source())) {
      assertThat(again.dataset()).isSameAs(last.dataset());
      assertThat(again.dataset().rowCount()).isEqualTo(10);
    }
    used.close();
  }
}
