// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.files;

import io.albis.bench.data.DataSet;
import io.albis.bench.files.FileCount.ReadCount;
import io.albis.bench.hdfs.HdfsCluster;
import io.albis.bench.hdfs.NameNodeUse;
import io.albis.bench.layouts.StorageCase;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.info.TableLayout;
import io.albis.storage.ReadCost;
import io.albis.storage.backend.StorageOptions;
import io.albis.writer.Packing;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Writes tables to HDFS and to a local directory, reads them, and counts what that takes. */
public final class FileCounter {

  /** A tenth of the columns is read, too. */
  private static final int FRACTION = 10;

  private static final long BYTES_PER_MB = 1_000_000;

  private final HdfsCluster cluster;
  private final StorageCase hdfs;
  private final StorageCase local;
  private final Map<String, String> objectStore = new TreeMap<>();

  /**
   * Creates a counter.
   *
   * @param directory of local tables
   */
  public FileCounter(HdfsCluster cluster, Path directory) {
    this.cluster = cluster;
    this.hdfs = StorageCase.hdfs(cluster.uri(), cluster.settings(), true);
    this.local = StorageCase.local(directory);
    objectStore.putAll(local.options());
    objectStore.put(
        StorageOptions.REQUEST_MICROS,
        Long.toString(TimeUnit.NANOSECONDS.toMicros(ReadCost.OBJECT_STORE.requestNanos())));
    objectStore.put(
        StorageOptions.BANDWIDTH,
        Long.toString(ReadCost.OBJECT_STORE.bytesPerSecond() / BYTES_PER_MB));
  }

  /** The name of a packing on the command line and in results. */
  public static String label(Packing packing) {
    return packing.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Writes the rows of a data set and reads them again. */
  public FileCount count(DataSet data, long rows, Packing packing) throws Exception {
    String name = data.name() + "-" + label(packing);
    NameNodeUse before = cluster.nameNodeUse();
    try (TableWriter remote = writer(hdfs, name, data, packing);
        TableWriter near = writer(local, name, data, packing)) {
      data.write(rows, List.of(remote, near));
      remote.commit();
      near.commit();
    }
    NameNodeUse written = cluster.nameNodeUse().since(before);
    TableLayout layout = layout(hdfs, name);
    List<ReadCount> reads = new ArrayList<>();
    int columns = data.schema().fields().size();
    reads.add(read(data, name, columns));
    reads.add(read(data, name, Math.max(1, columns / FRACTION)));
    return new FileCount(
        data.name(),
        label(packing),
        rows,
        layout.rowGroups().size(),
        layout.columnGroups().size(),
        layout.files().size(),
        written.blocks(),
        written.calls(),
        layout(local, name).files().size(),
        reads);
  }

  private static TableWriter writer(
      StorageCase storage, String name, DataSet data, Packing packing) {
    TableWriter.Builder builder =
        TableWriter.create(storage.table(name), data.schema())
            .columnGroups(ColumnGroupSpec.auto())
            .rowGroupSize(data.rowGroupSize())
            .packing(packing);
    storage.options().forEach(builder::option);
    return builder.open();
  }

  private static Table open(String uri, Map<String, String> options) {
    ReadOptions opened = ReadOptions.defaults();
    for (Map.Entry<String, String> option : options.entrySet()) {
      opened = opened.option(option.getKey(), option.getValue());
    }
    return Table.open(uri, opened);
  }

  private static TableLayout layout(StorageCase storage, String name) {
    try (Table table = open(storage.table(name), storage.options())) {
      return table.layout();
    }
  }

  /** Opens the table on each storage and reads some columns, spread evenly. */
  private ReadCount read(DataSet data, String name, int columns) throws IOException {
    int all = data.schema().fields().size();
    List<String> names =
        IntStream.range(0, columns)
            .mapToObj(i -> data.schema().fields().get((int) ((long) i * all / columns)).name())
            .toList();
    NameNodeUse before = cluster.nameNodeUse();
    long hdfsRequests = requests(hdfs.table(name), hdfs.options(), names);
    NameNodeUse used = cluster.nameNodeUse().since(before);
    return new ReadCount(
        columns,
        used.calls(),
        hdfsRequests,
        requests(local.table(name), local.options(), names),
        requests(local.table(name), objectStore, names));
  }

  private static long requests(String uri, Map<String, String> options, List<String> columns) {
    try (Table table = open(uri, options);
        BatchCursor batches = table.scan().select(columns).batches()) {
      long rows = 0;
      while (batches.next()) {
        rows += batches.batch().rowCount();
      }
      if (rows != table.rowCount()) {
        throw new IllegalStateException(
            "Read " + rows + " rows of " + uri + " (expected " + table.rowCount() + ")");
      }
      return table.metrics().readRequests();
    }
  }
}
