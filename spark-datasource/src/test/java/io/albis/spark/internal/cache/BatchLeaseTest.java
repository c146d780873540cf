// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.albis.reader.VectorOwner;
import io.albis.storage.internal.memory.NativeMemory;
import java.nio.file.Path;
import java.util.BitSet;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a batch in a mapped file is in memory, by the page cache of the system. */
class BatchLeaseTest {

  private static final int ROWS = 100_000;

  private static final StructType COLUMNS =
      new StructType().add("id", "bigint").add("twice", "bigint");

  private final CacheSchema schema = CacheSchema.of(COLUMNS).orElseThrow();

  @TempDir Path directory;

  private final PageCacheAdmission admission = new PageCacheAdmission();
  private AlbisCachedBatch batch;

  @BeforeEach
  void write() throws Exception {
    try (BatchBuilder builder = new BatchBuilder(schema)) {
      for (long row = 0; row < ROWS; row++) {
        builder.add(new GenericInternalRow(new Object[] {row, row * 2}));
      }
      AlbisCachedBatch inMemory = builder.build(Mapping.NEVER);
      Region.InMemory region = (Region.InMemory) inMemory.region();
      try (MappedFile file = MappedFile.create(directory, region.length())) {
        batch =
            new AlbisCachedBatch(
                new AlbisCachedBatch.Content(
                    ROWS,
                    inMemory.places(),
                    (UnsafeRow) inMemory.stats(),
                    Mapping.ALWAYS,
                    file.append(region)));
      }
      inMemory.close();
    }
    assertThat(new ProcessBuilder("sync").start().waitFor()).isZero();
    NativeMemory.populate(batch.region().address(), batch.region().length());
    NativeMemory.evict(batch.region().address(), batch.region().length());
    assumeThat(isInMemory(0) || isInMemory(1)).as("a system that evicts nothing").isFalse();
  }

  @AfterEach
  void close() throws Exception {
    batch.close();
    assertThat(CachedFrameMemory.mappings()).isEmpty();
  }

  private boolean isInMemory(int column) {
    return NativeMemory.isInMemory(batch.region().address() + ROWS * (4L + 8L * column));
  }

  private BatchLease lease(int... columns) {
    BitSet selected = new BitSet();
    for (int column : columns) {
      selected.set(column);
    }
    BatchLease lease = new BatchLease(batch, selected, admission);
    lease.readAhead();
    lease.load();
    return lease;
  }

  @Test
  void readsColumnsThatAreSelected() {
    try (BatchLease lease = lease(1)) {
      assertThat(isInMemory(1)).isTrue();
      BatchVectors vectors = new BatchVectors(lease.batch().places(), batch.region().address());
      VectorOwner owner = vectors.vector(schema.fields().get(1), 1);
      assertThat(owner.vector().getLong(ROWS - 1)).isEqualTo(2L * (ROWS - 1));
      owner.close();
    }
  }

  /** What was lost once is evicted when it was read; what was in memory stays. */
  @Test
  void evictsWhatItHadToRead() {
    lease(0, 1).close();
    assertThat(isInMemory(0) || isInMemory(1)).isFalse();

    NativeMemory.populate(batch.region().address(), batch.region().length());
    NativeMemory.evict(batch.region().address() + ROWS * 8L, ROWS * 8L);
    assertThat(isInMemory(0)).isTrue();
    assertThat(isInMemory(1)).isFalse();
    lease(0, 1).close();
    assertThat(isInMemory(0)).isTrue();
    assertThat(isInMemory(1)).isFalse();
  }

  /** The share that stays grows to all if nothing else is lost. */
  @Test
  void keepsWhatItReadIfMemoryIsFree() {
    for (int i = 0; i < 8 && !isInMemory(0); i++) {
      lease(0, 1).close();
    }
    assertThat(isInMemory(0) && isInMemory(1)).isTrue();
  }

  @Test
  void keepsTheFileUntilTheLastReader() throws Exception {
    BatchLease first = lease(0);
    BatchLease second = lease(0, 1);
    batch.close();
    first.close();
    assertThat(CachedFrameMemory.mappings()).hasSize(1);
    second.close();
    assertThat(CachedFrameMemory.mappings()).isEmpty();
  }
}
