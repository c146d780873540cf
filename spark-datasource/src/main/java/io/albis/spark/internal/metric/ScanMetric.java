// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.metric;

import io.albis.reader.ScanMetrics;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.util.Utils;

/** The metrics of a scan in Spark's user interface. */
public enum ScanMetric {

  /** See {@link ScanMetrics#bytesRead}. */
  BYTES_READ(BytesRead.NAME, BytesRead::new, ScanMetrics::bytesRead),

  /** See {@link ScanMetrics#bytesCached}. */
  BYTES_CACHED(BytesCached.NAME, BytesCached::new, ScanMetrics::bytesCached),

  /** See {@link ScanMetrics#requests}. */
  REQUESTS(Requests.NAME, Requests::new, ScanMetrics::requests),

  /** See {@link ScanMetrics#manifestsSkipped}. */
  MANIFESTS_SKIPPED(ManifestsSkipped.NAME, ManifestsSkipped::new, ScanMetrics::manifestsSkipped),

  /** See {@link ScanMetrics#rowGroupsRead}. */
  ROW_GROUPS_READ(RowGroupsRead.NAME, RowGroupsRead::new, ScanMetrics::rowGroupsRead),

  /** See {@link ScanMetrics#rowGroupsSkipped}. */
  ROW_GROUPS_SKIPPED(RowGroupsSkipped.NAME, RowGroupsSkipped::new, ScanMetrics::rowGroupsSkipped),

  /** See {@link ScanMetrics#segmentsRead}. */
  SEGMENTS_READ(SegmentsRead.NAME, SegmentsRead::new, ScanMetrics::segmentsRead),

  /** See {@link ScanMetrics#segmentsSkipped}. */
  SEGMENTS_SKIPPED(SegmentsSkipped.NAME, SegmentsSkipped::new, ScanMetrics::segmentsSkipped),

  /** See {@link ScanMetrics#rowsRead}. */
  ROWS_READ(RowsRead.NAME, RowsRead::new, ScanMetrics::rowsRead),

  /** See {@link ScanMetrics#rowsSkipped}. */
  ROWS_SKIPPED(RowsSkipped.NAME, RowsSkipped::new, ScanMetrics::rowsSkipped),

  /** See {@link ScanMetrics#rowsFiltered}. */
  ROWS_FILTERED(RowsFiltered.NAME, RowsFiltered::new, ScanMetrics::rowsFiltered),

  /** See {@link ScanMetrics#readNanos}. */
  READ_TIME(ReadTime.NAME, ReadTime::new, ScanMetrics::readNanos),

  /** See {@link ScanMetrics#waitNanos}. */
  WAIT_TIME(WaitTime.NAME, WaitTime::new, ScanMetrics::waitNanos),

  /** See {@link ScanMetrics#checksumNanos}. */
  CHECKSUM_TIME(ChecksumTime.NAME, ChecksumTime::new, ScanMetrics::checksumNanos);

  private final String metricName;

  @SuppressWarnings("ImmutableEnumChecker") // a constructor, which has no state
  private final Supplier<CustomMetric> metric;

  @SuppressWarnings("ImmutableEnumChecker") // a getter, which has no state
  private final ToLongFunction<ScanMetrics> value;

  ScanMetric(String metricName, Supplier<CustomMetric> metric, ToLongFunction<ScanMetrics> value) {
    this.metricName = metricName;
    this.metric = metric;
    this.value = value;
  }

  /** Returns all metrics, for the plan. */
  public static CustomMetric[] all() {
    ScanMetric[] metrics = values();
    CustomMetric[] all = new CustomMetric[metrics.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = metrics[i].metric.get();
    }
    return all;
  }

  /** Returns the value of this metric. */
  public long of(ScanMetrics metrics) {
    return value.applyAsLong(metrics);
  }

  /** Returns the name that connects the values of tasks with the metric in the plan. */
  String metricName() {
    return metricName;
  }

  /** A number. Spark creates metrics by the names of their classes, so each has its own. */
  private abstract static class Sum extends CustomSumMetric {
    private final String name;
    private final String description;

    Sum(String name, String description) {
      this.name = name;
      this.description = description;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String description() {
      return description;
    }
  }

  /** A number of bytes. */
  private abstract static class Bytes extends Sum {
    Bytes(String name, String description) {
      super(name, description);
    }

    @Override
    public String aggregateTaskMetrics(long[] taskMetrics) {
      return Utils.bytesToString(Long.parseLong(super.aggregateTaskMetrics(taskMetrics)));
    }
  }

  /** A number of nanoseconds. */
  private abstract static class Time extends Sum {
    Time(String name, String description) {
      super(name, description);
    }

    @Override
    public String aggregateTaskMetrics(long[] taskMetrics) {
      long nanos = Long.parseLong(super.aggregateTaskMetrics(taskMetrics));
      return Utils.msDurationToString(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
  }

  /** Metric: bytes read from storage. */
  public static final class BytesRead extends Bytes {
    static final String NAME = "bytesRead";

    /** For Spark. */
    public BytesRead() {
      super(NAME, "bytes read from storage");
    }
  }

  /** Metric: bytes from the cache. */
  public static final class BytesCached extends Bytes {
    static final String NAME = "bytesCached";

    /** For Spark. */
    public BytesCached() {
      super(NAME, "bytes from the cache");
    }
  }

  /** Metric: requests to storage. */
  public static final class Requests extends Sum {
    static final String NAME = "requests";

    /** For Spark. */
    public Requests() {
      super(NAME, "requests to storage");
    }
  }

  /** Metric: manifests skipped. */
  public static final class ManifestsSkipped extends Sum {
    static final String NAME = "manifestsSkipped";

    /** For Spark. */
    public ManifestsSkipped() {
      super(NAME, "manifests skipped");
    }
  }

  /** Metric: row groups read. */
  public static final class RowGroupsRead extends Sum {
    static final String NAME = "rowGroupsRead";

    /** For Spark. */
    public RowGroupsRead() {
      super(NAME, "row groups read");
    }
  }

  /** Metric: row groups skipped. */
  public static final class RowGroupsSkipped extends Sum {
    static final String NAME = "rowGroupsSkipped";

    /** For Spark. */
    public RowGroupsSkipped() {
      super(NAME, "row groups skipped");
    }
  }

  /** Metric: segments read. */
  public static final class SegmentsRead extends Sum {
    static final String NAME = "segmentsRead";

    /** For Spark. */
    public SegmentsRead() {
      super(NAME, "segments read");
    }
  }

  /** Metric: segments skipped. */
  public static final class SegmentsSkipped extends Sum {
    static final String NAME = "segmentsSkipped";

    /** For Spark. */
    public SegmentsSkipped() {
      super(NAME, "segments skipped");
    }
  }

  /** Metric: rows read. */
  public static final class RowsRead extends Sum {
    static final String NAME = "rowsRead";

    /** For Spark. */
    public RowsRead() {
      super(NAME, "rows read");
    }
  }

  /** Metric: rows skipped. */
  public static final class RowsSkipped extends Sum {
    static final String NAME = "rowsSkipped";

    /** For Spark. */
    public RowsSkipped() {
      super(NAME, "rows skipped");
    }
  }

  /** Metric: rows filtered out. */
  public static final class RowsFiltered extends Sum {
    static final String NAME = "rowsFiltered";

    /** For Spark. */
    public RowsFiltered() {
      super(NAME, "rows filtered out");
    }
  }

  /** Metric: time of requests to storage. */
  public static final class ReadTime extends Time {
    static final String NAME = "readTime";

    /** For Spark. */
    public ReadTime() {
      super(NAME, "time of requests to storage");
    }
  }

  /** Metric: time waited for data. */
  public static final class WaitTime extends Time {
    static final String NAME = "waitTime";

    /** For Spark. */
    public WaitTime() {
      super(NAME, "time waited for data");
    }
  }

  /** Metric: time to verify checksums. */
  public static final class ChecksumTime extends Time {
    static final String NAME = "checksumTime";

    /** For Spark. */
    public ChecksumTime() {
      super(NAME, "time to verify checksums");
    }
  }
}
