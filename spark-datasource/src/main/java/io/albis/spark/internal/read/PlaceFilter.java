// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Predicate;
import io.albis.spark.internal.source.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Evaluates a condition on metadata columns for row groups, as Spark does for their rows.
 *
 * @param condition on columns of {@link MetadataColumn#ofRowGroups}
 * @param source that has the row groups
 */
record PlaceFilter(Predicate condition, Source source)
    implements BiPredicate<Long, Supplier<String>> {

  /**
   * Returns the condition for row groups of snapshots.
   *
   * @param numbers of the row groups
   */
  static Predicate of(Map<Source, List<Long>> numbers) {
    List<Predicate> places = new ArrayList<>();
    numbers.forEach(
        (source, ofSource) ->
            places.add(
                Predicate.and(
                    Predicate.equal(MetadataColumn.SNAPSHOT.columnName(), source.snapshotId()),
                    Predicate.or(ranges(ofSource)))));
    return Predicate.or(places);
  }

  /** Row groups that were added one after the other have consecutive numbers. */
  private static List<Predicate> ranges(List<Long> numbers) {
    String column = MetadataColumn.ROW_GROUP.columnName();
    long[] sorted = numbers.stream().mapToLong(Long::longValue).sorted().toArray();
    List<Predicate> ranges = new ArrayList<>();
    for (int start = 0, end = 1; start < sorted.length; start = end, end++) {
      while (end < sorted.length && sorted[end] == sorted[end - 1] + 1) {
        end++;
      }
      ranges.add(
          Predicate.and(
              Predicate.greaterOrEqual(column, sorted[start]),
              Predicate.lessOrEqual(column, sorted[end - 1])));
    }
    return ranges;
  }

  @Override
  public boolean test(Long number, Supplier<String> file) {
    return RowConstants.accept(condition, column -> value(column, number, file));
  }

  /** A number, a string, or null. */
  private Object value(String column, long number, Supplier<String> file) {
    return switch (MetadataColumn.of(column).orElseThrow()) {
      case FILE -> UTF8String.fromString(InputFile.uri(source, file));
      case ROW_GROUP -> number;
      case SNAPSHOT -> source.isFile() ? null : source.snapshotId();
      case ROW_INDEX -> throw new IllegalArgumentException("Not of row groups: " + column);
    };
  }
}
