// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows a cache in JMX. */
final class CacheBean implements ColumnCacheMXBean {

  private static final Logger LOG = LoggerFactory.getLogger(CacheBean.class);

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final ColumnCache cache;

  /** Null if it is not registered. */
  private ObjectName name;

  private CacheBean(ColumnCache cache) {
    this.cache = cache;
  }

  /** Registers a cache; one that JMX refuses works without. */
  static CacheBean register(ColumnCache cache, String cacheName) {
    CacheBean bean = new CacheBean(cache);
    try {
      ObjectName name =
          new ObjectName(
              "io.albis:type=ColumnCache,name="
                  + ObjectName.quote(cacheName)
                  + ",number="
                  + NUMBER.incrementAndGet());
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new StandardMBean(bean, ColumnCacheMXBean.class, true), name);
      bean.name = name;
    } catch (JMException e) {
      LOG.warn("Cannot register cache {} in JMX: {}", cacheName, e.toString());
    }
    return bean;
  }

  void unregister() {
    if (name == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (JMException e) {
      LOG.warn("Cannot remove {} from JMX: {}", name, e.toString());
    }
  }

  @Override
  public String getPolicy() {
    return cache.statistics().policy();
  }

  @Override
  public long getLimitBytes() {
    return cache.limit();
  }

  @Override
  public void setLimitBytes(long bytes) {
    cache.limit(bytes);
  }

  @Override
  public Map<String, Long> getStatistics() {
    CacheStatistics now = cache.statistics();
    Map<String, Long> numbers = new TreeMap<>();
    numbers.put("heldBytes", now.heldBytes());
    numbers.put("peakBytes", now.peakBytes());
    numbers.put("loadingBytes", now.loadingBytes());
    numbers.put("reservedBytes", now.reservedBytes());
    numbers.put("cachedBytes", now.cachedBytes());
    numbers.put("leasedBytes", now.leasedBytes());
    numbers.put("metadataBytes", now.metadataBytes());
    numbers.put("entryBytes", now.entryBytes());
    numbers.put("metadataFiles", now.metadataFiles());
    numbers.put("metadataHits", now.metadataHits());
    numbers.put("metadataReads", now.metadataReads());
    numbers.put("entries", now.entries());
    numbers.put("hits", now.hits());
    numbers.put("misses", now.misses());
    numbers.put("hitBytes", now.hitBytes());
    numbers.put("missBytes", now.missBytes());
    numbers.put("loads", now.loads());
    numbers.put("loadedBytes", now.loadedBytes());
    numbers.put("failedLoads", now.failedLoads());
    numbers.put("loadNanos", now.loadNanos());
    numbers.put("bypasses", now.bypasses());
    numbers.put("waitNanos", now.waitNanos());
    numbers.put("plannedScans", now.plannedScans());
    numbers.put("finishedScans", now.finishedScans());
    numbers.put("withdrawnScans", now.withdrawnScans());
    numbers.put("openPlans", (long) now.openPlans());
    now.evictions().forEach((reason, count) -> numbers.put("evictions." + reason, count));
    now.evictedBytes().forEach((reason, bytes) -> numbers.put("evictedBytes." + reason, bytes));
    return numbers;
  }

  @Override
  public Map<String, Long> getColumnHits() {
    return byColumn(ColumnUse::hits);
  }

  @Override
  public Map<String, Long> getColumnMisses() {
    return byColumn(ColumnUse::misses);
  }

  @Override
  public Map<String, Long> getColumnPlannedScans() {
    return byColumn(ColumnUse::plannedScans);
  }

  @Override
  public Map<String, Long> getColumnFinishedScans() {
    return byColumn(ColumnUse::finishedScans);
  }

  @Override
  public Map<String, Long> getColumnEvictions() {
    return byColumn(ColumnUse::evictions);
  }

  private Map<String, Long> byColumn(ToLongFunction<ColumnUse> number) {
    Map<String, Long> numbers = new TreeMap<>();
    for (ColumnUse use : cache.statistics().columns()) {
      numbers.merge(use.table() + "#" + use.columns(), number.applyAsLong(use), Long::sum);
    }
    return numbers;
  }

  @Override
  public long reclaim(long bytes) {
    return cache.reclaim(bytes);
  }
}
