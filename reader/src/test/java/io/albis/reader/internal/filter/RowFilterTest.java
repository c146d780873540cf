// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnVector;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import io.albis.reader.SlotKind;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.block.ValueBlock;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the row filter with more rows than a block, and what it allocates. */
class RowFilterTest {

  private static final int ROWS = 5_000;

  private static final Schema SCHEMA =
      Schema.of(
              Field.nullable("id", Type.int64()),
              Field.required("name", Type.string()),
              Field.required("flag", Type.bool()))
          .withAssignedIds();

  private final BufferAllocator allocator = BufferAllocator.create("test", 1 << 24);
  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private final List<VectorOwner> owners = new ArrayList<>();
  private List<ColumnVector> vectors;

  private long allocate(long bytes) {
    OffHeapBuffer buffer = allocator.allocate(bytes);
    Memory.setZero(buffer.address(), bytes);
    buffers.add(buffer);
    return buffer.address();
  }

  private static boolean isNull(int row) {
    return row % 7 == 3;
  }

  private static String name(int row) {
    return "name-" + row % 1000 + (row % 3 == 0 ? "-with-a-longer-end" : "");
  }

  @BeforeEach
  void makeVectors() {
    long ids = allocate(8L * ROWS);
    long validity = allocate(ROWS / 8 + 1);
    long offsets = allocate(4L * (ROWS + 1));
    long names = allocate(64L * ROWS);
    long flags = allocate(ROWS / 8 + 1);
    int end = 0;
    for (int row = 0; row < ROWS; row++) {
      if (!isNull(row)) {
        Memory.putLong(ids + 8L * row, row);
        setBit(validity, row);
      }
      byte[] name = name(row).getBytes(StandardCharsets.UTF_8);
      Memory.copyFromArray(name, 0, names + end, name.length);
      end += name.length;
      Memory.putInt(offsets + 4L * (row + 1), end);
      if (row % 2 == 1) {
        setBit(flags, row);
      }
    }
    owners.add(
        new VectorOwner(Type.int64(), "id")
            .values(ids, 8, SlotKind.VALUES)
            .nulls(validity * 8, 1, 0)
            .rows(ROWS));
    owners.add(
        new VectorOwner(Type.string(), "name")
            .values(offsets, 4, SlotKind.OFFSETS)
            .data(names, end)
            .rows(ROWS));
    owners.add(new VectorOwner(Type.bool(), "flag").bits(flags * 8, 1).rows(ROWS));
    vectors = owners.stream().map(VectorOwner::vector).toList();
  }

  private static void setBit(long bits, int row) {
    long place = bits + row / 8;
    Memory.putByte(place, (byte) (Memory.getByte(place) | 1 << row % 8));
  }

  @AfterEach
  void release() {
    owners.forEach(VectorOwner::close);
    buffers.forEach(OffHeapBuffer::release);
    allocator.close();
  }

  private static RowFilter filter(Predicate predicate) {
    Map<Integer, Integer> ordinals =
        Map.of(
            SCHEMA.field("id").id(), 0, SCHEMA.field("name").id(), 1, SCHEMA.field("flag").id(), 2);
    return new RowFilter(BoundPredicate.of(predicate, SCHEMA).withOrdinals(ordinals));
  }

  private void assertSelected(Predicate predicate, IntPredicate model) {
    RowFilter filter = filter(predicate);
    for (int rows : new int[] {ROWS, 0, 1, ValueBlock.ROWS, ValueBlock.ROWS + 1}) {
      int count = filter.select(vectors, rows);
      assertThat(Arrays.copyOf(filter.selection(), count))
          .isEqualTo(IntStream.range(0, rows).filter(model).toArray());
    }
  }

  @Test
  void boundsOfAColumnAreComparedOnce() {
    Predicate atLeast = Predicate.greaterOrEqual("id", 1500);
    Predicate below = Predicate.lessThan("id", 2500);
    Predicate even = Predicate.equal("flag", false);
    Predicate between = Predicate.and(atLeast, Predicate.and(even, below));
    assertSelected(between, row -> row >= 1500 && row < 2500 && row % 2 == 0 && !isNull(row));
    assertThat(BoundPredicate.of(between, SCHEMA).leaves())
        .extracting(leaf -> leaf.path().toString())
        .containsExactlyInAnyOrder("id", "flag");
    Predicate none = Predicate.and(below, Predicate.greaterThan("id", 3000));
    assertSelected(none, row -> false);
    // Neither a condition on other values than a range, nor one that nulls meet.
    Predicate notOne = Predicate.and(atLeast, Predicate.notEqual("id", 1502));
    assertSelected(notOne, row -> row >= 1500 && row != 1502 && !isNull(row));
    Predicate nulls = Predicate.notEqualNullSafe("id", 1502);
    assertSelected(Predicate.and(below, nulls), row -> row < 2500 && row != 1502 && !isNull(row));
  }

  @Test
  void selectsAcrossBlocks() {
    Predicate even = Predicate.equal("flag", false);
    assertSelected(even, row -> row % 2 == 0);
    assertSelected(
        Predicate.and(even, Predicate.lessThan("id", 3000)),
        row -> row % 2 == 0 && row < 3000 && !isNull(row));
    assertSelected(
        Predicate.or(
            Predicate.equal("name", "name-17"),
            Predicate.isNull("id"),
            Predicate.and(even, Predicate.greaterThan("id", 4000))),
        row -> name(row).equals("name-17") || isNull(row) || (row % 2 == 0 && row > 4000));
    assertSelected(
        Predicate.and(
            Predicate.or(even, Predicate.startsWith("name", "name-1")),
            Predicate.or(
                Predicate.notEqualNullSafe("id", 8), Predicate.contains("name", "longer"))),
        row ->
            (row % 2 == 0 || name(row).startsWith("name-1"))
                && (row != 8 || name(row).contains("longer")));
    assertSelected(Predicate.alwaysTrue(), row -> true);
    assertSelected(Predicate.alwaysFalse(), row -> false);
    assertSelected(Predicate.or(Predicate.alwaysFalse(), Predicate.alwaysTrue()), row -> true);
    assertSelected(Predicate.and(even, Predicate.alwaysTrue()), row -> row % 2 == 0);
    assertSelected(
        Predicate.not(Predicate.in("id", List.of(1, 2))),
        row -> !isNull(row) && row != 1 && row != 2);
    assertSelected(Predicate.not(Predicate.in("id", Arrays.asList(1, null))), row -> false);
    assertSelected(Predicate.in("id", Arrays.asList(1, null)), row -> row == 1);
    assertSelected(Predicate.in("id", Arrays.asList((Object) null)), row -> false);
    assertSelected(Predicate.not(Predicate.in("id", List.of())), row -> true);
  }

  @Test
  void comparesColumnsAcrossBlocks() {
    Expression name = Expression.column("name");
    Expression id = Expression.column("id");
    assertSelected(Predicate.equal("name", name), row -> true);
    assertSelected(Predicate.lessThan("name", name), row -> false);
    assertSelected(Predicate.lessOrEqual("id", id), row -> !isNull(row));
    assertSelected(Predicate.not(Predicate.lessThan("id", id)), row -> !isNull(row));
    assertSelected(Predicate.equalNullSafe("id", id), row -> true);
    assertSelected(
        Predicate.and(
            Predicate.equal("flag", true),
            Predicate.or(Predicate.notEqual("id", id), Predicate.greaterOrEqual("name", name))),
        row -> row % 2 == 1);
  }

  @Test
  void allocatesNothingAfterWarmUp() {
    RowFilter filter =
        filter(
            Predicate.and(
                Predicate.in("id", IntStream.range(0, 2000).mapToObj(i -> i * 3L).toList()),
                Predicate.equal("id", Expression.column("id")),
                Predicate.lessOrEqual("name", Expression.column("name")),
                Predicate.or(
                    Predicate.in("name", IntStream.range(0, 3000).mapToObj(i -> name(i)).toList()),
                    Predicate.isNull("id"),
                    Predicate.not(Predicate.endsWith("name", "end"))),
                Predicate.notEqual("flag", true)));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertThat(filter.select(vectors, ROWS)).isPositive();
    long selected = 0;
    long allocated = Long.MAX_VALUE;
    // Linking code for the first time allocates a few bytes, so take the minimum of several rounds.
    for (int round = 0; round < 10; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 20; i++) {
        selected += filter.select(vectors, ROWS);
      }
      allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(selected).isPositive();
    assertThat(allocated).isZero();
  }
}
