// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.spark.SparkTestSession;
import io.albis.spark.plugin.PluginSession;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.spark.SparkEnv;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.columnar.InMemoryRelation$;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import scala.Option;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;

/** Where the memory store of Spark has batches. */
@ExtendWith(SparkTestSession.class)
class StoredBatchesTest {

  private static final int PARTITIONS = 3;

  /** Of tasks, whose functions are serialized. */
  private static final AtomicReference<List<java.util.Iterator<InternalRow>>> READERS =
      new AtomicReference<>();

  private final SparkSession session;
  private RDD<CachedBatch> cached;

  StoredBatchesTest(SparkSession session) {
    this.session = session;
  }

  private void use(Class<?> serializer) {
    session.sharedState().cacheManager().clearCache();
    session.sessionState().conf().setConfString("spark.sql.cache.serializer", serializer.getName());
    InMemoryRelation$.MODULE$.clearSerializer();
  }

  @BeforeEach
  void cache() {
    use(AlbisCacheSerializer.class);
    var frame = session.range(0, 3000, 1, PARTITIONS).toDF().persist(StorageLevel.MEMORY_ONLY());
    assertThat(frame.count()).isEqualTo(3000);
    cached =
        ((InMemoryRelation) frame.toDF().queryExecution().withCachedData())
            .cacheBuilder()
            .cachedColumnBuffers();
  }

  @AfterEach
  void clear() throws InterruptedException {
    use(DefaultCachedBatchSerializer.class);
    PluginSession.await(() -> Region.allocator().allocatedBytes() == 0, "cached data to be freed");
  }

  private Set<AlbisCachedBatch> batches(int partition) {
    Set<AlbisCachedBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());
    Option<Iterator<Object>> values =
        SparkEnv.get()
            .blockManager()
            .memoryStore()
            .getValues(new RDDBlockId(cached.id(), partition));
    while (values.get().hasNext()) {
      batches.add((AlbisCachedBatch) values.get().next());
    }
    assertThat(batches).isNotEmpty();
    return batches;
  }

  @Test
  void findsTheBatchesOfABlock() {
    Set<AlbisCachedBatch> batches = batches(1);
    int count = batches.size();

    StoredBatches.removeBlock(new RDDBlockId(cached.id(), 2), batches);
    assertThat(batches).hasSize(count);
    StoredBatches.removeBlock(new RDDBlockId(cached.id() + 1000, 1), batches);
    assertThat(batches).hasSize(count);

    StoredBatches.removeBlock(new RDDBlockId(cached.id(), 1), batches);
    assertThat(batches).isEmpty();
  }

  /** A batch that is stored must never be taken for one of a task, which closes it. */
  @Test
  void findsBatchesInWhateverPartition() {
    for (int partition = -1; partition <= PARTITIONS; partition++) {
      Set<AlbisCachedBatch> batches = batches(2);

      StoredBatches.removePartition(partition, batches);

      assertThat(batches).isEmpty();
    }
  }

  @Test
  void leavesBatchesThatAreNotStored() {
    cached.unpersist(true);
    NodePlaces none = new NodePlaces(0);
    Region region = Region.allocate(10);
    AlbisCachedBatch batch =
        new AlbisCachedBatch(new AlbisCachedBatch.Content(0, none, null, Mapping.NEVER, region));
    Set<AlbisCachedBatch> batches = Collections.newSetFromMap(new IdentityHashMap<>());
    batches.add(batch);

    StoredBatches.removePartition(0, batches);

    assertThat(batches).containsExactly(batch);
    batch.close();
  }

  /** Of blocks that a thread has read outside of tasks, one after another. */
  @Test
  void closesReceivedBatchesThatAreNotStored() {
    List<AlbisCachedBatch> stored = List.copyOf(batches(0));
    AlbisCachedBatch dropped =
        new AlbisCachedBatch(
            new AlbisCachedBatch.Content(
                0, new NodePlaces(0), null, Mapping.NEVER, Region.allocate(10)));
    ReceivedBatches received = new ReceivedBatches();

    stored.forEach(batch -> received.put(batch, "block 1"));
    received.put(dropped, "block 2");
    assertThat(dropped.isClosed()).isFalse();
    received.put(stored.get(0), "block 3");

    assertThat(dropped.isClosed()).isTrue();
    assertThat(stored).noneMatch(AlbisCachedBatch::isClosed);
  }

  /** A reader that another thread still has when the task ends, as that of a Python worker. */
  @Test
  void readsNothingAfterTheEndOfItsTask() {
    CacheSchema schema =
        CacheSchema.of(new StructType().add("id", DataTypes.LongType)).orElseThrow();
    List<java.util.Iterator<InternalRow>> readers = new CopyOnWriteArrayList<>();
    READERS.set(readers);
    RDD<InternalRow> rows =
        cached.mapPartitionsWithIndex(
            new ReadRows(schema, CachedBlocks.below(cached), new int[] {0}),
            true,
            ClassTag$.MODULE$.apply(InternalRow.class));
    rows.toJavaRDD()
        .foreachPartition(
            reader -> {
              assertThat(reader.next().getLong(0)).isNotNegative();
              READERS.get().add(reader);
            });
    cached.unpersist(true);
    assertThat(Region.allocator().allocatedBytes()).isZero();

    assertThat(readers).hasSize(PARTITIONS);
    for (java.util.Iterator<InternalRow> reader : readers) {
      int rowsOfBlock = 0;
      while (reader.hasNext()) {
        reader.next();
        rowsOfBlock++;
      }
      assertThat(rowsOfBlock).isLessThan(1000);
    }
  }

  @Test
  void knowsWhichBlocksAreRead() {
    assertThat(CachedBlocks.below(cached).of(2)).isEqualTo(new RDDBlockId(cached.id(), 2));
    RDD<CachedBatch> filtered = cached.toJavaRDD().filter(batch -> true).rdd();
    assertThat(CachedBlocks.below(filtered).of(0)).isEqualTo(new RDDBlockId(cached.id(), 0));

    RDD<CachedBatch> moved = cached.toJavaRDD().coalesce(2).rdd();
    assertThat(CachedBlocks.below(moved)).isEqualTo(CachedBlocks.NOT_KNOWN);
    assertThat(CachedBlocks.NOT_KNOWN.of(0)).isNull();
  }
}
