// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import java.util.List;

/** Reads Albis tables by column batches or row views. */
public final class AlbisReader implements FormatReader {

  /** Sums a batch. */
  interface BatchSums {
    void add(ColumnBatch batch, Totals totals);
  }

  /** Creates the sums of one thread. */
  interface Sums {
    BatchSums of(ScanRequest request);
  }

  /** Keeps all data that is read in this process; created when it is first needed. */
  private static final class Cache {
    private static final long LIMIT = 8L << 30;
    private static final ColumnCache ALL =
        ColumnCache.builder()
            .limit(LIMIT)
            .policy(CachePolicy.lru())
            .pressure(MemoryPressure.none())
            .build();
  }

  private final Sums sums;
  private final boolean isCached;

  private AlbisReader(Sums sums, boolean isCached) {
    this.sums = sums;
    this.isCached = isCached;
  }

  /** Column by column of each batch. */
  public static AlbisReader batches() {
    return new AlbisReader(request -> AlbisColumns::add, false);
  }

  /** Row by row, through the row view. */
  public static AlbisReader rows() {
    return new AlbisReader(AlbisRows::of, false);
  }

  /** Column by column of each batch, out of a cache that the first scan fills. */
  public static AlbisReader cachedBatches() {
    return new AlbisReader(request -> AlbisColumns::add, true);
  }

  /** Row by row, through the row view, out of a cache that the first scan fills. */
  public static AlbisReader cachedRows() {
    return new AlbisReader(AlbisRows::of, true);
  }

  @Override
  public OpenFormat open(ScanRequest request) {
    ReadOptions options = ReadOptions.defaults().option("io.direct", request.io());
    ReadOptions cached = isCached ? options.cache(Cache.ALL) : options.withoutCache();
    return new Opened(Table.open(request.location(), cached), request);
  }

  private final class Opened implements OpenFormat {
    private final Table table;
    private final DatasetScan scan;
    private final ScanRequest request;

    Opened(Table table, ScanRequest request) {
      this.table = table;
      this.request = request;
      List<String> columns = request.schema().fields().stream().map(field -> field.name()).toList();
      DatasetScan selected = table.scan().select(columns);
      // Statistics exclude whole segments, the filter excludes single rows.
      this.scan =
          request.below().isEmpty()
              ? selected
              : selected.filter(
                  Predicate.lessThan(columns.get(0), (int) request.below().getAsLong()));
    }

    @Override
    public void scan(int part, int parts, Totals totals) {
      BatchSums own = sums.of(request);
      if (parts == 1) {
        add(scan.batches(), own, totals);
        return;
      }
      // Each part reads consecutive splits, so that reading ahead is effective.
      long bytes = scan.splits(Long.MAX_VALUE).stream().mapToLong(Split::bytes).sum();
      List<Split> splits = scan.splits(Math.max(1, bytes / parts));
      int first = (int) ((long) splits.size() * part / parts);
      int end = (int) ((long) splits.size() * (part + 1) / parts);
      for (int i = first; i < end; i++) {
        add(scan.batches(splits.get(i)), own, totals);
      }
    }

    private static void add(BatchCursor cursor, BatchSums own, Totals totals) {
      try (cursor) {
        while (cursor.next()) {
          own.add(cursor.batch(), totals);
        }
      }
    }

    @Override
    public void close() {
      table.close();
    }
  }
}
