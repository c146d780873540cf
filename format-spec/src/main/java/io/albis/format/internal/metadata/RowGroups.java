// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.PartitionTuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The row groups of a manifest or data file, in row order (SPEC.md, section 8), without an object
 * for each. They are numbered by position, from 0. Immutable and thread-safe.
 */
public final class RowGroups {

  private final long[] rowCounts;

  /** Null if they are equal to the positions. */
  private final long[] indexes;

  private final List<PartitionTuple> partitions;

  /** Positions in {@link #partitions}; null if all are 0. */
  private final int[] partition;

  /** Null if all are 0. */
  private final int[] sortOrderIds;

  private final long totalRows;

  private RowGroups(
      long[] rowCounts,
      long[] indexes,
      List<PartitionTuple> partitions,
      int[] partition,
      int[] sortOrderIds) {
    this.rowCounts = rowCounts;
    this.indexes = indexes;
    this.partitions = partitions;
    this.partition = partition;
    this.sortOrderIds = sortOrderIds;
    this.totalRows = Arrays.stream(rowCounts).sum();
  }

  static RowGroups decode(MetadataProtos.RowGroups message, Check check) {
    int count = message.getRowCountsCount();
    long[] rowCounts = new long[count];
    long total = 0;
    for (int i = 0; i < count; i++) {
      rowCounts[i] = message.getRowCounts(i);
      check.positive("row count of a row group", rowCounts[i]);
      total = check.sum("row count", total, rowCounts[i]);
    }
    List<PartitionTuple> partitions = new ArrayList<>(message.getPartitionsCount());
    for (MetadataProtos.PartitionTuple partition : message.getPartitionsList()) {
      partitions.add(PartitionProtos.fromProto(partition, check));
    }
    return new RowGroups(
        rowCounts,
        indexes(message, count, check),
        List.copyOf(partitions),
        partition(message, count, check),
        sortOrderIds(message, count, check));
  }

  private static long[] indexes(MetadataProtos.RowGroups message, int count, Check check) {
    if (message.getIndexesCount() == 0) {
      return null;
    }
    check.equal("number of row group indexes", count, message.getIndexesCount());
    long[] indexes = new long[count];
    boolean ascending = true;
    for (int i = 0; i < count; i++) {
      indexes[i] = message.getIndexes(i);
      check.notNegative("index of a row group", indexes[i]);
      ascending &= i == 0 || indexes[i] > indexes[i - 1];
    }
    if (!ascending) {
      long[] sorted = indexes.clone();
      Arrays.sort(sorted);
      for (int i = 1; i < count; i++) {
        check.that(sorted[i] != sorted[i - 1], "index of a row group", "each once", sorted[i]);
      }
    }
    return indexes;
  }

  private static int[] partition(MetadataProtos.RowGroups message, int count, Check check) {
    if (message.getPartitionCount() == 0) {
      check.that(
          message.getPartitionsCount() <= 1 || count == 0,
          "number of partitions where row groups name none",
          "at most 1",
          message.getPartitionsCount());
      return null;
    }
    check.equal("number of partitions of row groups", count, message.getPartitionCount());
    int[] partition = new int[count];
    for (int i = 0; i < count; i++) {
      partition[i] = message.getPartition(i);
      if (partition[i] < 0 || partition[i] >= message.getPartitionsCount()) {
        throw check.corrupt(
            "partition of a row group",
            "below " + message.getPartitionsCount(),
            Integer.toUnsignedString(partition[i]));
      }
    }
    return partition;
  }

  private static int[] sortOrderIds(MetadataProtos.RowGroups message, int count, Check check) {
    if (message.getSortOrderIdsCount() == 0) {
      return null;
    }
    check.equal("number of sort orders of row groups", count, message.getSortOrderIdsCount());
    int[] ids = new int[count];
    for (int i = 0; i < count; i++) {
      ids[i] = message.getSortOrderIds(i);
      check.notNegative("sort order of a row group", ids[i]);
    }
    return ids;
  }

  MetadataProtos.RowGroups toProto() {
    MetadataProtos.RowGroups.Builder message = MetadataProtos.RowGroups.newBuilder();
    for (int i = 0; i < count(); i++) {
      message.addRowCounts(rowCounts[i]);
      if (indexes != null) {
        message.addIndexes(indexes[i]);
      }
      if (partition != null) {
        message.addPartition(partition[i]);
      }
      if (sortOrderIds != null) {
        message.addSortOrderIds(sortOrderIds[i]);
      }
    }
    partitions.forEach(one -> message.addPartitions(PartitionProtos.toProto(one)));
    return message.build();
  }

  /** Starts an empty list. */
  public static Builder builder() {
    return new Builder();
  }

  /** Number of row groups. */
  public int count() {
    return rowCounts.length;
  }

  /** Number of rows of a row group, at least 1. */
  public long rowCount(int rowGroup) {
    return rowCounts[rowGroup];
  }

  /** Number of rows of all row groups. */
  public long totalRows() {
    return totalRows;
  }

  /** Number of a row group in the table, counted from {@link ManifestRef#rowGroupBase}. */
  public long index(int rowGroup) {
    return indexes == null ? rowGroup : indexes[rowGroup];
  }

  /** The greatest {@link #index}, or -1 if there is no row group. */
  public long maxIndex() {
    return indexes == null ? count() - 1L : Arrays.stream(indexes).max().orElse(-1);
  }

  /** The partition of a row group; {@link PartitionTuple#NONE} if it has none. */
  public PartitionTuple partition(int rowGroup) {
    if (partitions.isEmpty()) {
      return PartitionTuple.NONE;
    }
    return partitions.get(partition == null ? 0 : partition[rowGroup]);
  }

  /** The distinct partitions of the row groups; empty if none is in a partition. */
  public List<PartitionTuple> partitions() {
    return partitions;
  }

  /** Id of the order of the rows of a row group; 0 if they are not ordered. */
  public int sortOrderId(int rowGroup) {
    return sortOrderIds == null ? 0 : sortOrderIds[rowGroup];
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof RowGroups other
        && Arrays.equals(rowCounts, other.rowCounts)
        && Arrays.equals(indexes, other.indexes)
        && partitions.equals(other.partitions)
        && Arrays.equals(partition, other.partition)
        && Arrays.equals(sortOrderIds, other.sortOrderIds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(rowCounts);
  }

  @Override
  public String toString() {
    return count() + " row groups of " + totalRows + " rows";
  }

  /** Collects row groups. For one thread. */
  public static final class Builder {

    private final List<Long> rowCounts = new ArrayList<>();
    private final List<Long> indexes = new ArrayList<>();
    private final Map<PartitionTuple, Integer> partitions = new HashMap<>();
    private final List<PartitionTuple> partitionList = new ArrayList<>();
    private final List<Integer> partition = new ArrayList<>();
    private final List<Integer> sortOrderIds = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a row group that is in no partition and not ordered, and whose index is its position.
     *
     * @return its position
     */
    public int add(long rowCount) {
      return add(rowCounts.size(), rowCount, PartitionTuple.NONE, 0);
    }

    /**
     * Adds a row group.
     *
     * @param index see {@link RowGroups#index}; unique
     * @param rowCount number of its rows, at least 1
     * @param rowGroupPartition its partition, or {@link PartitionTuple#NONE}
     * @param sortOrderId id of the order of its rows, or 0
     * @return its position
     */
    public int add(long index, long rowCount, PartitionTuple rowGroupPartition, int sortOrderId) {
      if (rowCount < 1 || index < 0) {
        throw new IllegalArgumentException(
            "Row group " + index + " of " + rowCount + " rows (expected at least 1)");
      }
      int position =
          partitions.computeIfAbsent(
              rowGroupPartition,
              added -> {
                partitionList.add(added);
                return partitionList.size() - 1;
              });
      rowCounts.add(rowCount);
      indexes.add(index);
      partition.add(position);
      sortOrderIds.add(sortOrderId);
      return rowCounts.size() - 1;
    }

    /** Number of row groups so far. */
    public int count() {
      return rowCounts.size();
    }

    /** The least index; 0 if there is no row group. */
    long minIndex() {
      return indexes.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /** The greatest index; -1 if there is no row group. */
    long maxIndex() {
      return indexes.stream().mapToLong(Long::longValue).max().orElse(-1);
    }

    /** The row groups. */
    public RowGroups build() {
      return build(0);
    }

    /** The row groups, with a number subtracted from each index. */
    RowGroups build(long base) {
      long[] relative = indexes.stream().mapToLong(index -> index - base).toArray();
      boolean arePositions = true;
      for (int i = 0; i < relative.length; i++) {
        arePositions &= relative[i] == i;
      }
      int[] positions = partition.stream().mapToInt(Integer::intValue).toArray();
      boolean noPartitions =
          partitionList.isEmpty() || partitionList.equals(List.of(PartitionTuple.NONE));
      int[] orders = sortOrderIds.stream().mapToInt(Integer::intValue).toArray();
      return new RowGroups(
          rowCounts.stream().mapToLong(Long::longValue).toArray(),
          arePositions ? null : relative,
          noPartitions ? List.of() : List.copyOf(partitionList),
          partitionList.size() < 2 ? null : positions,
          Arrays.stream(orders).allMatch(id -> id == 0) ? null : orders);
    }
  }
}
