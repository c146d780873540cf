// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.format.error.AlbisException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Opens what a query reads for the first time, and fixes the snapshot. For the driver. */
public final class SourceResolver {

  private SourceResolver() {}

  /** The snapshot that is wanted. */
  public sealed interface Version {}

  /** The latest snapshot. */
  public record Latest() implements Version {}

  /**
   * A snapshot by id.
   *
   * @param id of the snapshot
   */
  public record SnapshotId(long id) implements Version {}

  /**
   * The snapshot that was the latest one at a time.
   *
   * @param time the time
   */
  public record AsOf(Instant time) implements Version {}

  /**
   * Opens tables and files.
   *
   * @param uris at least one
   * @throws IllegalArgumentException if their columns differ, or a snapshot of several tables is
   *     asked for
   * @throws AlbisException if one cannot be opened
   */
  public static Sources resolve(List<String> uris, SourceOptions options, Version version) {
    if (uris.size() > 1 && !(version instanceof Latest)) {
      throw new IllegalArgumentException(
          "Cannot read an older snapshot of "
              + uris.size()
              + " paths: each table has its own snapshots (expected one path)");
    }
    List<Source> sources = new ArrayList<>();
    Schema schema = null;
    int partitioningId = 0;
    List<Partitioning> partitioning = List.of();
    Map<String, String> properties = Map.of();
    long rowCount = 0;
    for (String uri : uris) {
      try (OpenDatasets.Lease lease = acquire(uri, options, version)) {
        Schema own = lease.dataset().schema();
        rowCount += lease.dataset().rowCount();
        if (schema == null) {
          schema = own;
        } else {
          schema = SameColumns.require(schema, uris.get(0), own, uri);
        }
        if (uris.size() == 1 && lease.dataset() instanceof Table table) {
          partitioningId = table.partitioningId();
          partitioning = table.partitioning();
          properties = table.properties();
        }
        sources.add(lease.source());
      }
    }
    return new Sources(sources, schema, partitioningId, partitioning, rowCount, properties, null);
  }

  private static OpenDatasets.Lease acquire(String uri, SourceOptions options, Version version) {
    Optional<OpenDatasets.Lease> latest =
        version instanceof Latest ? OpenDatasets.acquireLatest(uri, options) : Optional.empty();
    return latest.orElseGet(
        () -> {
          Dataset dataset = open(uri, options, version);
          long snapshotId = dataset instanceof Table table ? table.snapshot().id() : 0;
          return OpenDatasets.adopt(new Source(uri, dataset.id(), snapshotId, options), dataset);
        });
  }

  private static Dataset open(String uri, SourceOptions options, Version version) {
    ReadOptions read = SharedCache.apply(options);
    if (version instanceof SnapshotId snapshot) {
      return Table.open(uri, read.snapshot(snapshot.id()));
    }
    Table table;
    try {
      table = Table.open(uri, read);
    } catch (TableNotFoundException e) {
      return openFile(uri, read, version, e);
    }
    return version instanceof AsOf asOf ? openAsOf(table, read, asOf.time()) : table;
  }

  private static Dataset openFile(
      String uri, ReadOptions read, Version version, AlbisException noTable) {
    AlbisFile file;
    try {
      file = AlbisFile.open(uri, read);
    } catch (AlbisException | IllegalArgumentException e) {
      noTable.addSuppressed(e);
      throw noTable;
    }
    if (!(version instanceof Latest)) {
      file.close();
      throw new IllegalArgumentException(
          "Cannot read an older snapshot of " + uri + ": it is a file, which has no snapshots");
    }
    return file;
  }

  /** Closes the table, unless it is returned. */
  private static Table openAsOf(Table latest, ReadOptions read, Instant time) {
    long id;
    try (latest) {
      id = latest.snapshotAsOf(time).id();
    }
    return Table.open(latest.uri(), read.snapshot(id));
  }

  /**
   * Returns the latest snapshot of the table of a source.
   *
   * @param failure what cannot be done, for messages
   * @param remedy what to do then
   * @throws IllegalStateException if there is another table at its URI by now
   */
  public static Source latest(Source source, String failure, String remedy) {
    Source latest = resolve(List.of(source.uri()), source.options(), new Latest()).sources().get(0);
    latest.requireId(source.id(), failure, remedy);
    return latest;
  }
}
