// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.table.WriteEnvironment;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A write environment without random ids and times, so that equal rows produce equal bytes. */
public final class FixedEnvironment {

  private static final long START = 1_700_000_000_000L;

  private final String name;
  private final AtomicLong uuids = new AtomicLong();
  private final AtomicLong millis = new AtomicLong(START);

  /** Creates an environment for the writers of one table. */
  public FixedEnvironment(String name) {
    this.name = name;
  }

  /** Makes a writer use this environment. */
  public TableWriter.Builder apply(TableWriter.Builder builder) {
    return builder.environment(environment());
  }

  /** Makes a writer of a single file use this environment. */
  public AlbisFileWriter.Builder apply(AlbisFileWriter.Builder builder) {
    return builder.environment(environment());
  }

  /** Opens an update of a table's schema that uses this environment. */
  public TableUpdate update(String uri) {
    return TableUpdate.open(uri, Map.of(), environment());
  }

  WriteEnvironment environment() {
    WriteEnvironment now = WriteEnvironment.system();
    return new WriteEnvironment(
        () ->
            UUID.nameUUIDFromBytes(
                (name + uuids.incrementAndGet()).getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        () -> millis.getAndAdd(1000),
        System::nanoTime,
        Thread::sleep,
        now.background(),
        "albis golden tables");
  }
}
