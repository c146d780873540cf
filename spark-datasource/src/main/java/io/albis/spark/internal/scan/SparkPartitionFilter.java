// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.TransformKind;
import io.albis.reader.Dataset;
import io.albis.reader.Predicate;
import io.albis.spark.internal.compat.PartitionPredicates;
import io.albis.spark.internal.source.OpenDatasets;
import io.albis.spark.internal.source.Sources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * Skips partitions for which a condition is not true that only Spark can evaluate, such as one with
 * a function of the user. Spark evaluates it on the rows that are left, too.
 */
public final class SparkPartitionFilter {

  /** The most partitions for which conditions are evaluated. */
  private static final int MAX_PARTITIONS = 10_000;

  private SparkPartitionFilter() {}

  /**
   * Returns the transforms by which a table is partitioned. Empty if Spark does not know one of
   * them, or the values of a partition are not those of its rows.
   */
  public static Transform[] partitioning(Sources sources) {
    return reported(sources)
        .map(partitions -> partitions.transforms().toArray(Transform[]::new))
        .orElseGet(() -> new Transform[0]);
  }

  private static Optional<ReportedPartitions> reported(Sources sources) {
    Set<String> names =
        sources.schema().fields().stream().map(field -> field.name()).collect(Collectors.toSet());
    boolean hasValues =
        sources.partitioning().stream()
            .allMatch(field -> field.transform().kind() == TransformKind.IDENTITY);
    return hasValues ? ReportedPartitions.of(sources, names) : Optional.empty();
  }

  /**
   * Returns a condition that is true for all rows of partitions for which predicates are true.
   *
   * @param predicates of {@link PartitionPredicates}
   * @return empty if no partition can be skipped
   */
  static Optional<Predicate> pruning(
      Sources sources,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> predicates) {
    return pruning(sources, predicates, values -> false);
  }

  /**
   * As {@link #pruning}, but also true for the rows of partitions with a null: Spark lists values
   * of rows that a statement changes, and null is one of them, although it is equal to none.
   */
  static Optional<Predicate> pruningUnlessNull(
      Sources sources,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> predicates) {
    return pruning(sources, predicates, values -> values.contains(null));
  }

  private static Optional<Predicate> pruning(
      Sources sources,
      List<org.apache.spark.sql.connector.expressions.filter.Predicate> predicates,
      java.util.function.Predicate<List<Object>> isLeft) {
    ReportedPartitions reported = reported(sources).orElse(null);
    if (reported == null || predicates.isEmpty()) {
      return Optional.empty();
    }
    try (OpenDatasets.Lease lease = OpenDatasets.acquire(sources.sources().get(0))) {
      Set<PartitionTuple> partitions = partitions(lease.dataset(), reported.specId());
      List<List<Object>> left = new ArrayList<>();
      for (PartitionTuple partition : partitions) {
        List<Object> values = lease.dataset().partitionValues(partition);
        if (isLeft.test(values)
            || predicates.stream()
                .allMatch(
                    predicate -> PartitionPredicates.matches(predicate, reported.key(values)))) {
          left.add(values);
        }
      }
      return left.size() == partitions.size()
          ? Optional.empty()
          : Optional.of(isOneOf(left, reported));
    }
  }

  /** All partitions; none if there are too many, or rows of another specification. */
  private static Set<PartitionTuple> partitions(Dataset dataset, int specId) {
    Set<PartitionTuple> partitions = new LinkedHashSet<>();
    boolean[] isKnown = {true};
    dataset
        .scan()
        .visitRowGroups(
            List.of(),
            rowGroup -> {
              partitions.add(rowGroup.partition());
              isKnown[0] =
                  rowGroup.partition().specId() == specId && partitions.size() <= MAX_PARTITIONS;
              return isKnown[0];
            });
    return isKnown[0] ? partitions : Set.of();
  }

  /**
   * Tests each column on its own, which is exact for one column. For several, the condition stays
   * short, and also keeps partitions whose values are those of partitions to keep.
   */
  private static Predicate isOneOf(List<List<Object>> partitions, ReportedPartitions reported) {
    List<Predicate> columns = new ArrayList<>();
    for (int i = 0; i < reported.transforms().size(); i++) {
      int field = i;
      String name = reported.transforms().get(i).references()[0].fieldNames()[0];
      String column = ReportedPartitions.quote(name);
      List<Object> values =
          partitions.stream().map(p -> p.get(field)).filter(Objects::nonNull).distinct().toList();
      Predicate isValue = values.isEmpty() ? Predicate.alwaysFalse() : Predicate.in(column, values);
      boolean hasNull = partitions.stream().anyMatch(p -> p.get(field) == null);
      columns.add(hasNull ? Predicate.or(isValue, Predicate.isNull(column)) : isValue);
    }
    return Predicate.and(columns);
  }
}
