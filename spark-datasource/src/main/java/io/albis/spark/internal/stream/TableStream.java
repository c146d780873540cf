// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.reader.RowGroupInfo;
import io.albis.spark.internal.read.ReadSpec;
import io.albis.spark.internal.read.ScanPartition;
import io.albis.spark.internal.source.SessionTimestamps;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.source.SourceOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;
import org.apache.spark.sql.connector.read.streaming.ReadLimit;
import org.apache.spark.sql.connector.read.streaming.ReportsSourceMetrics;
import org.apache.spark.sql.connector.read.streaming.SupportsTriggerAvailableNow;

/**
 * The rows that snapshots add to a table, as the batches of a stream. A batch consists of row
 * groups. A row group that the latest snapshot still contains is read there, any other in the
 * snapshot that added it: a number stands for the same rows in all snapshots.
 */
public final class TableStream
    implements MicroBatchStream, SupportsTriggerAvailableNow, ReportsSourceMetrics {

  private final ReadSpec spec;
  private final Schema schema;
  private final StreamOptions options;
  private final StartPosition stored;
  private final Function<ReadSpec, List<ScanPartition>> planner;

  /** Guarded by this. */
  private final TableHistory history;

  /** The last snapshot that is read; {@link Long#MAX_VALUE} for all. */
  private volatile long end = Long.MAX_VALUE;

  /** The latest snapshot, as of the last look. */
  private volatile long latest;

  /**
   * Creates a stream.
   *
   * @param spec the columns to read of the table, which is its only source
   * @param schema of the table
   * @param stored where the stream has started
   * @param planner makes partitions of the rows of a batch
   */
  private TableStream(
      ReadSpec spec,
      Schema schema,
      StartPosition stored,
      Function<ReadSpec, List<ScanPartition>> planner) {
    this.spec = spec;
    this.schema = schema;
    this.options = new StreamOptions(spec.options());
    this.stored = stored;
    this.planner = planner;
    this.history = new TableHistory(spec.sources().get(0), options.onChange());
    this.latest = spec.sources().get(0).snapshotId();
  }

  /**
   * Creates a stream.
   *
   * @param spec the columns to read
   * @param schema of the table
   * @param checkpoint directory for what the stream itself keeps
   * @param hadoop settings of the session
   * @param planner makes partitions of the rows of a batch
   * @throws IllegalArgumentException if the sources are not one table, or an option is invalid
   */
  public static TableStream of(
      ReadSpec spec,
      Schema schema,
      String checkpoint,
      Configuration hadoop,
      Function<ReadSpec, List<ScanPartition>> planner) {
    Source first = spec.sources().get(0);
    boolean isAtVersion =
        spec.options().versionAsOf() != null || spec.options().timestampAsOf() != null;
    if (spec.sources().size() > 1 || first.isFile() || isAtVersion) {
      throw new IllegalArgumentException(
          "Cannot read "
              + first.uri()
              + " as a stream: "
              + (isAtVersion
                  ? "an older snapshot was asked for (expected options startingVersion or"
                      + " startingTimestamp)"
                  : first.isFile()
                      ? "it is a data file, which never changes (expected a table)"
                      : "there are several paths (expected one)"));
    }
    return new TableStream(spec, schema, new StartPosition(checkpoint, hadoop), planner);
  }

  private long latestId() {
    latest = history.latest().snapshotId();
    return Math.min(end, latest);
  }

  @Override
  public synchronized Offset initialOffset() {
    StreamOffset start = stored.read();
    if (start == null) {
      start = start();
      stored.write(start);
    }
    return position(start);
  }

  /** Returns a position, which may be one of an earlier run of the query. */
  private StreamOffset position(Offset offset) {
    StreamOffset position = StreamOffset.of(offset);
    spec.sources()
        .get(0)
        .requireId(
            position.table(),
            "Cannot read " + spec.sources().get(0).uri() + " as a stream",
            "start a new query, with a new checkpoint");
    return position;
  }

  private StreamOffset at(long snapshot, boolean isWhole) {
    return new StreamOffset(spec.sources().get(0).id(), snapshot, 0, isWhole);
  }

  private StreamOffset start() {
    long now = latestId();
    Long version = options.startingVersion();
    if (version != null) {
      if (version != Long.MAX_VALUE && version > now + 1) {
        throw new IllegalArgumentException(
            "Invalid option "
                + SourceOptions.STARTING_VERSION
                + ": "
                + version
                + " (expected at most the next snapshot, "
                + (now + 1)
                + ")");
      }
      return at(Math.min(version, now + 1), false);
    }
    String timestamp = options.startingTimestamp();
    if (timestamp == null) {
      return at(now, true);
    }
    Instant time = SessionTimestamps.parse(SourceOptions.STARTING_TIMESTAMP, timestamp);
    return at(history.firstFrom(time, now), false);
  }

  @Override
  public Offset deserializeOffset(String json) {
    return StreamOffset.parse(json);
  }

  @Override
  public ReadLimit getDefaultReadLimit() {
    return options.limit();
  }

  @Override
  public Offset latestOffset() {
    throw new UnsupportedOperationException("Spark asks with a limit");
  }

  @Override
  public synchronized Offset latestOffset(Offset start, ReadLimit limit) {
    long last = latestId();
    Admission admission = new Admission(limit);
    StreamOffset at = position(start);
    while (at.snapshot() <= last) {
      List<RowGroupInfo> rowGroups = history.rowGroups(at);
      for (int i = at.rowGroups(); i < rowGroups.size(); i++) {
        if (!admission.admits(rowGroups.get(i))) {
          return at.to(i);
        }
      }
      at = at.next();
    }
    return at;
  }

  @Override
  public synchronized Offset reportLatestOffset() {
    return at(latest + 1, false);
  }

  @Override
  public synchronized void prepareForTriggerAvailableNow() {
    end = Long.MAX_VALUE;
    end = latestId();
  }

  @Override
  public synchronized InputPartition[] planInputPartitions(Offset from, Offset to) {
    Map<Long, List<Long>> bySnapshot = new TreeMap<>();
    StreamOffset last = position(to);
    StreamOffset at = position(from);
    while (at.snapshot() < last.snapshot()
        || at.snapshot() == last.snapshot() && at.rowGroups() < last.rowGroups()) {
      List<RowGroupInfo> rowGroups = history.rowGroups(at);
      boolean isEnd = at.snapshot() == last.snapshot();
      List<Long> numbers =
          rowGroups.subList(at.rowGroups(), isEnd ? last.rowGroups() : rowGroups.size()).stream()
              .map(RowGroupInfo::number)
              .toList();
      if (!numbers.isEmpty()) {
        bySnapshot.put(at.snapshot(), numbers);
      }
      if (isEnd) {
        break;
      }
      at = at.next();
    }
    if (bySnapshot.isEmpty()) {
      return new InputPartition[0];
    }
    ReadSpec batch = spec.ofRowGroups(places(bySnapshot));
    return planner.apply(batch).stream()
        .map(rows -> new StreamPartition(batch, rows))
        .toArray(InputPartition[]::new);
  }

  private record State(Schema schema, Set<Long> rowGroups) {}

  /** The row groups to read of each snapshot: of the latest one, what it still has. */
  private Map<Source, List<Long>> places(Map<Long, List<Long>> bySnapshot) {
    Source now = history.latest();
    State state =
        history.read(
            now.snapshotId(),
            table -> new State(table.schema(), TableHistory.numbers(table.rowGroups())));
    Map<Source, List<Long>> places = new LinkedHashMap<>();
    bySnapshot.forEach(
        (snapshot, numbers) -> {
          for (long number : numbers) {
            Source source = state.rowGroups.contains(number) ? now : history.at(snapshot);
            places.computeIfAbsent(source, key -> new ArrayList<>()).add(number);
          }
        });
    for (Source source : places.keySet()) {
      requireSameColumns(
          source,
          source.equals(now) ? state.schema : history.read(source.snapshotId(), Dataset::schema));
    }
    return places;
  }

  private void requireSameColumns(Source source, Schema found) {
    if (!found.equals(schema)) {
      throw new IllegalStateException(
          "Cannot read "
              + source.uri()
              + " as a stream: snapshot "
              + source.snapshotId()
              + " has other columns than the table had when the query started (start the query"
              + " again, with the same checkpoint)");
    }
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new StreamReaderFactory();
  }

  @Override
  public Map<String, String> metrics(Optional<Offset> latestConsumed) {
    return latestConsumed
        .map(StreamOffset::of)
        .map(
            at -> Map.of("snapshotsBehind", Long.toString(Math.max(0, latest + 1 - at.snapshot()))))
        .orElse(Map.of());
  }

  @Override
  public synchronized void commit(Offset before) {
    history.forget(StreamOffset.of(before));
  }

  @Override
  public void stop() {}
}
