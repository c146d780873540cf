// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.storage.memory.BufferAllocator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer;
import org.apache.spark.sql.execution.columnar.InMemoryRelation$;

/** Which serializer the session of the tests caches data frames with. */
public final class CacheSession {

  private static final String SERIALIZER = "spark.sql.cache.serializer";
  private static final String MEMORY = "cached data frames";

  private CacheSession() {}

  /** Caches data frames from now on by Albis. */
  public static void useAlbis(SparkSession session) {
    use(session, AlbisCacheSerializer.class);
  }

  /** Caches data frames from now on by Spark. */
  public static void useSpark(SparkSession session) {
    use(session, DefaultCachedBatchSerializer.class);
  }

  /** It is a static setting, and Spark creates one serializer for the process. */
  private static void use(SparkSession session, Class<?> serializer) {
    session.sharedState().cacheManager().clearCache();
    session.sessionState().conf().setConfString(SERIALIZER, serializer.getName());
    InMemoryRelation$.MODULE$.clearSerializer();
  }

  /** The bytes of memory of all cached batches. */
  static long cachedBytes() {
    return BufferAllocator.allocatedByName().getOrDefault(MEMORY, 0L);
  }

  /** Removes all cached data frames, and checks that no memory is left. */
  public static void clear(SparkSession session) {
    session.sharedState().cacheManager().clearCache();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (cachedBytes() > 0 && System.nanoTime() < end) {
      // Spark removes blocks, and ends tasks, in the background.
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    assertThat(cachedBytes()).isZero();
  }
}
