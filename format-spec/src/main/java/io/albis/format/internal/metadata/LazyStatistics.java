// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The statistics in an extent or segment, which most readers do not need: parsed and checked at the
 * first call, and kept. Thread-safe.
 */
final class LazyStatistics {

  /** The number of the field in extents and segments alike. */
  private static final int TAG = Wire.tag(7, Wire.LENGTH_DELIMITED);

  private final byte[] source;
  private final int from;
  private final int to;

  /** Null until it is needed. Written without a lock: any thread's list is as good. */
  private volatile List<ColumnStatistics> parsed;

  /**
   * Refers to the bytes of a message.
   *
   * @param source has the message from {@code from} up to {@code to}; it has been parsed once
   */
  LazyStatistics(byte[] source, int from, int to) {
    this.source = source;
    this.from = from;
    this.to = to;
  }

  boolean isParsed() {
    return parsed != null;
  }

  /**
   * The statistics.
   *
   * @param layout of the rows
   * @param rows number of rows that they are of
   */
  List<ColumnStatistics> get(StoredLayout layout, long rows, Check check) {
    List<ColumnStatistics> known = parsed;
    if (known == null) {
      List<MetadataProtos.ColumnStatistics> messages = messages(check);
      StatisticsChecks.check(messages, layout.leaves(), rows, check);
      known = ColumnStatistics.of(messages);
      parsed = known;
    }
    return known;
  }

  private List<MetadataProtos.ColumnStatistics> messages(Check check) {
    List<MetadataProtos.ColumnStatistics> messages = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(source, from, to - from);
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag != TAG) {
          Wire.skip(in, tag);
          continue;
        }
        int length = Wire.skipMessage(in);
        int start = from + in.getTotalBytesRead() - length;
        messages.add(
            check.parse(
                MetadataProtos.ColumnStatistics.parser(),
                UnsafeByteOperations.unsafeWrap(source, start, length),
                "statistics"));
      }
    } catch (IOException e) {
      throw check.invalidMessage("statistics", e);
    }
    return messages;
  }
}
