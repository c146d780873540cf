// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.plan.PartitionPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.plan.WriteSizes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The partitions of rows, also when more values were met than are remembered. */
class ChunkPartitionsTest {

  private static final Schema SCHEMA =
      Schema.of(Field.nullable("id", Type.int64()), Field.nullable("name", Type.string()))
          .withAssignedIds();

  private static final PartitionField ID = new PartitionField(10, 1, Transform.identity(), "id");
  private static final PartitionField NAME =
      new PartitionField(11, 2, Transform.truncate(7), "name");

  @ParameterizedTest
  @ValueSource(ints = {3, 1000, 1_000_000})
  void everyRowIsInOnePartition(int values) {
    PartitionSpec spec = new PartitionSpec(5, List.of(ID, NAME));
    WritePlan plan =
        new WritePlan(
            SCHEMA,
            ColumnGroups.implicit().inOrder(SCHEMA),
            new WriteSizes(1 << 20, 1 << 24, 1 << 26),
            null,
            new PartitionPlan(spec, 10, 1 << 24));
    Random random = new Random(values);
    try (BufferAllocator allocator = BufferAllocator.create("test", 1 << 24);
        WriterMemory memory = new WriterMemory(allocator)) {
      FlatRows rows = new FlatRows(plan, FlatRows.Filling.STAGED, memory);
      ChunkPartitions partitions = new ChunkPartitions(plan, rows);
      for (int chunk = 0; chunk < 200; chunk++) {
        PartitionTuple[] expected = new PartitionTuple[1 + random.nextInt(512)];
        for (int row = 0; row < expected.length; row++) {
          expected[row] = add(rows, random, values);
        }
        check(rows, partitions, expected);
      }
    }
  }

  private static PartitionTuple add(FlatRows rows, Random random, int values) {
    long id = random.nextInt(values) - values / 2L;
    boolean hasName = random.nextInt(5) > 0;
    String name = "ä" + random.nextInt(values) * 1000L;
    rows.putLong(0, id);
    if (hasName) {
      rows.putString(1, name);
    }
    rows.advance();
    String first = name.substring(0, Math.min(7, name.length()));
    byte[] text = hasName ? first.getBytes(StandardCharsets.UTF_8) : null;
    return new PartitionTuple(5, Arrays.asList(PlainEncoding.ofLong(id, 8), text));
  }

  private static void check(FlatRows rows, ChunkPartitions partitions, PartitionTuple[] expected) {
    partitions.sort(expected.length);
    Set<PartitionTuple> distinct = new HashSet<>();
    int first = 0;
    for (int i = 0; i < partitions.count(); i++) {
      assertThat(partitions.start(i)).isEqualTo(first);
      assertThat(distinct.add(partitions.partition(i))).isTrue();
      int last = -1;
      for (; first < partitions.start(i + 1); first++) {
        int row = partitions.rows()[first];
        assertThat(row).isGreaterThan(last);
        assertThat(partitions.partition(i)).isEqualTo(expected[row]);
        last = row;
      }
    }
    assertThat(first).isEqualTo(expected.length);
    rows.discardChunk();
  }
}
