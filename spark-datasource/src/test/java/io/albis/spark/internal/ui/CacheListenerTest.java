// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.SparkConf;
import org.apache.spark.status.ElementTrackingStore;
import org.apache.spark.util.kvstore.InMemoryStore;
import org.junit.jupiter.api.Test;

/** What the store of an application keeps of caches. */
class CacheListenerTest {

  private final SparkConf conf =
      new SparkConf(false)
          .set("spark.appStateStore.asyncTracking.enable", "false")
          .set("spark.sql.ui.retainedExecutions", "3")
          .set("spark.ui.retainedDeadExecutors", "2");

  private static CacheEvent query(long execution) {
    return new CacheEvent(
        true, List.of(), List.of(), List.of(new QueryUse(execution, true, List.of())));
  }

  private static CacheEvent executor(String id, boolean lost) {
    ExecutorCache cache =
        new ExecutorCache(
            id, lost, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of(), Map.of(), 0, 0);
    return new CacheEvent(false, List.of(cache), List.of(), List.of());
  }

  @Test
  void keepsAsMuchAsSparksPages() {
    ElementTrackingStore store = new ElementTrackingStore(new InMemoryStore(), conf);
    CacheListener listener = new CacheListener(conf, store);
    for (int i = 0; i < 12; i++) {
      listener.onOtherEvent(query(i));
      listener.onOtherEvent(executor("" + i, i % 2 == 0));
    }
    assertThat(CacheListener.elements(store, QueryUse.class))
        .extracting(QueryUse::execution)
        .containsExactly(9L, 10L, 11L);
    assertThat(CacheListener.elements(store, ExecutorCache.class))
        .extracting(ExecutorCache::executor)
        .containsExactlyInAnyOrder("1", "3", "5", "7", "9", "11", "8", "10");
  }

  /** A store that fails, as one on a full disk does. */
  @Test
  void aFailureOfTheStoreIsNotThatOfTheApplication() {
    InMemoryStore failing =
        new InMemoryStore() {
          @Override
          public void write(Object value) {
            throw new NoSuchElementException("as planned");
          }
        };
    ElementTrackingStore store = new ElementTrackingStore(failing, conf);
    CacheListener listener = new CacheListener(conf, store);
    listener.onOtherEvent(query(1));
    assertThat(CacheListener.elements(store, QueryUse.class)).isEmpty();
  }

  @Test
  void textIsEscaped() {
    String page =
        new Html()
            .table("id", "a<b", "\"quoted\" & 'quoted'")
            .cell("<script>\u0000")
            .bytes(2048)
            .number(12_345)
            .share(1, 4)
            .share(0, 0)
            .nodes()
            .mkString();
    assertThat(page)
        .endsWith(
            "<th title=\"&quot;quoted&quot; &amp; &#39;quoted&#39;\">a&lt;b</th></tr></thead>"
                + "<tbody><td>&lt;script&gt; </td>"
                + "<td sorttable_customkey=\"2048\">2.0\u00a0KiB</td>"
                + "<td sorttable_customkey=\"12345\">12,345</td>"
                + "<td sorttable_customkey=\"250\">25.0 %</td>"
                + "<td sorttable_customkey=\"-1\"></td>");
  }
}
