// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Replaces random ids and timestamps, so that writers always write the same bytes. */
public final class FixedSources {

  private static final long START = 1_700_000_000_000L;

  private final String name;
  private final AtomicLong uuids = new AtomicLong();
  private final AtomicLong millis = new AtomicLong(START);

  /** Creates sources for the writers of one table. */
  public FixedSources(String name) {
    this.name = name;
  }

  /** Makes a writer use these sources. */
  public TableWriter.Builder apply(TableWriter.Builder builder) {
    return builder.sources(sources());
  }

  /** Opens an update of a table's schema that uses these sources. */
  public TableUpdate update(String uri) {
    return TableUpdate.open(uri, Map.of(), sources());
  }

  WriteEnvironment sources() {
    return new WriteEnvironment(
        () ->
            UUID.nameUUIDFromBytes(
                (name + uuids.incrementAndGet()).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        () -> millis.getAndAdd(1000),
        "albis golden tables");
  }
}
