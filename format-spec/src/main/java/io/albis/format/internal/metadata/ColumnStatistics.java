// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.UnsafeByteOperations;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.util.List;

/**
 * Statistics of a leaf over some rows (SPEC.md, section 14).
 *
 * @param fieldId field id of the leaf
 * @param nullCount rows in which it is null
 * @param nanCount values that are NaN; 0 for all types but float and double
 * @param valueBytes natural width of all non-null values, in bytes
 * @param bounds minimum and maximum; null if they are unknown or there are no values
 */
public record ColumnStatistics(
    int fieldId, long nullCount, long nanCount, long valueBytes, Bounds bounds) {

  /** Whether minimum and maximum are known. */
  public boolean hasMinMax() {
    return bounds != null;
  }

  /**
   * Decodes a section of statistics.
   *
   * @param rows number of rows that they are of
   */
  static List<ColumnStatistics> decodeAll(byte[] section, long rows, Check check) {
    List<MetadataProtos.ColumnStatistics> messages =
        check
            .parse(
                MetadataProtos.TableStatistics.parser(),
                UnsafeByteOperations.unsafeWrap(section),
                "statistics")
            .getColumnsList();
    StatisticsChecks.checkCounts(messages, rows, check);
    return of(messages);
  }

  static byte[] encodeAll(List<ColumnStatistics> statistics) {
    MetadataProtos.TableStatistics.Builder message = MetadataProtos.TableStatistics.newBuilder();
    statistics.forEach(one -> message.addColumns(one.toProto()));
    return message.build().toByteArray();
  }

  static List<ColumnStatistics> of(List<MetadataProtos.ColumnStatistics> messages) {
    return messages.stream().map(ColumnStatistics::of).toList();
  }

  private static ColumnStatistics of(MetadataProtos.ColumnStatistics message) {
    Bounds bounds =
        message.getHasMinMax()
            ? new Bounds(
                message.getMin().toByteArray(),
                message.getMax().toByteArray(),
                message.getMinIsExact(),
                message.getMaxIsExact())
            : null;
    return new ColumnStatistics(
        message.getFieldId(),
        message.getNullCount(),
        message.getNanCount(),
        message.getValueBytes(),
        bounds);
  }

  MetadataProtos.ColumnStatistics toProto() {
    MetadataProtos.ColumnStatistics.Builder message =
        MetadataProtos.ColumnStatistics.newBuilder()
            .setFieldId(fieldId)
            .setNullCount(nullCount)
            .setNanCount(nanCount)
            .setValueBytes(valueBytes);
    if (bounds != null) {
      message
          .setHasMinMax(true)
          .setMin(UnsafeByteOperations.unsafeWrap(bounds.min()))
          .setMax(UnsafeByteOperations.unsafeWrap(bounds.max()))
          .setMinIsExact(bounds.minIsExact())
          .setMaxIsExact(bounds.maxIsExact());
    }
    return message.build();
  }
}
