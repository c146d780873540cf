// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.hdfs;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsTag;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Counts the calls of clients to a name node of this process, by the metrics of its server. */
final class CallCounter {

  private static final String SOURCE = "RpcDetailedActivityForPort";

  private final MetricsSource source;

  private CallCounter(MetricsSource source) {
    this.source = source;
  }

  /**
   * Finds the metrics of the server at a port.
   *
   * @throws IllegalStateException if there are none
   */
  static CallCounter of(int port) {
    MetricsSource source = DefaultMetricsSystem.instance().getSource(SOURCE + port);
    if (source == null) {
      throw new IllegalStateException("Cannot find the metrics " + SOURCE + port);
    }
    return new CallCounter(source);
  }

  /** The calls up to now, by the name of the method. */
  Map<String, Long> calls() {
    Counts counts = new Counts();
    source.getMetrics(counts, true);
    return counts.calls;
  }

  /** Takes the number of calls from all that is measured. */
  private static final class Counts extends MetricsRecordBuilder implements MetricsCollector {

    private static final String NUMBER = "NumOps";

    /** Calls of data nodes, and those that a client repeats as time goes on. */
    private static final Set<String> IGNORED =
        Set.of(
            "BlockReceivedAndDeleted",
            "BlockReport",
            "CacheReport",
            "CommitBlockSynchronization",
            "ErrorReport",
            "RegisterDatanode",
            "RenewLease",
            "ReportBadBlocks",
            "SendHeartbeat",
            "SendLifeline",
            "VersionRequest");

    final Map<String, Long> calls = new TreeMap<>();

    private void count(MetricsInfo info, long value) {
      if (info.name().endsWith(NUMBER) && value > 0) {
        String method = info.name().substring(0, info.name().length() - NUMBER.length());
        if (isOfClient(method)) {
          calls.put(method, value);
        }
      }
    }

    /** Errors are counted in the same way, and some calls once more by other names. */
    private static boolean isOfClient(String method) {
      return !IGNORED.contains(method)
          && !method.endsWith("Exception")
          && !method.startsWith("Deferred")
          && !method.startsWith("Overall");
    }

    @Override
    public MetricsRecordBuilder addRecord(String name) {
      return this;
    }

    @Override
    public MetricsRecordBuilder addRecord(MetricsInfo info) {
      return this;
    }

    @Override
    public MetricsCollector parent() {
      return this;
    }

    @Override
    public MetricsRecordBuilder tag(MetricsInfo info, String value) {
      return this;
    }

    @Override
    public MetricsRecordBuilder add(MetricsTag tag) {
      return this;
    }

    @Override
    public MetricsRecordBuilder add(AbstractMetric metric) {
      return this;
    }

    @Override
    public MetricsRecordBuilder setContext(String value) {
      return this;
    }

    @Override
    public MetricsRecordBuilder addCounter(MetricsInfo info, int value) {
      count(info, value);
      return this;
    }

    @Override
    public MetricsRecordBuilder addCounter(MetricsInfo info, long value) {
      count(info, value);
      return this;
    }

    @Override
    public MetricsRecordBuilder addGauge(MetricsInfo info, int value) {
      return this;
    }

    @Override
    public MetricsRecordBuilder addGauge(MetricsInfo info, long value) {
      return this;
    }

    @Override
    public MetricsRecordBuilder addGauge(MetricsInfo info, float value) {
      return this;
    }

    @Override
    public MetricsRecordBuilder addGauge(MetricsInfo info, double value) {
      return this;
    }
  }
}
