// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import org.apache.crail.CrailBuffer;
import org.apache.crail.CrailBufferCache;
import org.apache.crail.CrailStatistics;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.memory.BufferCache;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.storage.StorageClient;
import org.apache.crail.storage.StorageEndpoint;

/**
 * A storage tier of Crail, by the name of its class in {@code crail.storage.types}. The class, and
 * the libraries that it needs, are loaded when the first data node of the tier is used.
 *
 * <p>Thread-safe.
 */
final class Tier {

  private static final String TCP = "org.apache.crail.storage.tcp.TcpStorageClient";

  /** The tier in which offsets and lengths of requests must be whole sectors. */
  private static final String NVMF = "nvmf";

  private final String className;
  private final int alignment;
  private final boolean usesDevice;
  private final CrailConfiguration configuration;

  /** Null before the first use. Guarded by this. */
  private StorageClient client;

  /**
   * Creates a tier.
   *
   * @param alignment the alignment of requests in bytes; 0 for what the tier needs
   */
  Tier(String className, int alignment, CrailConfiguration configuration) {
    this.className = className;
    this.configuration = configuration;
    this.usesDevice = !isTcp(className);
    this.alignment =
        alignment > 0 ? alignment : className.contains(NVMF) ? Configurations.BLOCK_UNIT : 1;
  }

  String className() {
    return className;
  }

  /** The alignment of requests for data, in bytes; 1 if there is none. */
  int alignment() {
    return alignment;
  }

  /**
   * The longest request for data, in bytes: a block, or a slice over NVMe-over-Fabrics, whose
   * devices have a maximum that Crail compares with {@code crail.slicesize}.
   */
  int maxRequest() {
    if (!className.contains(NVMF)) {
      return (int) CrailConstants.BLOCK_SIZE;
    }
    int slice = CrailConstants.SLICE_SIZE / Configurations.BLOCK_UNIT * Configurations.BLOCK_UNIT;
    return (int) Math.min(Math.max(slice, Configurations.BLOCK_UNIT), CrailConstants.BLOCK_SIZE);
  }

  /** Whether a device accesses the memory of requests, which therefore must stay registered. */
  boolean usesDevice() {
    return usesDevice;
  }

  /** Whether a class is that of the TCP tier, or extends it. Initializes no class. */
  private static boolean isTcp(String className) {
    try {
      Class<?> type = Class.forName(className, false, Tier.class.getClassLoader());
      while (type != null && !type.getName().equals(TCP)) {
        type = type.getSuperclass();
      }
      return type != null;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // the first request will say so
    }
  }

  /** Connects to a data node. May block. */
  StorageEndpoint connect(DataNodeInfo node) throws Exception {
    return new CheckedEndpoint(client().createEndpoint(node), alignment);
  }

  /** Loads the tier. */
  synchronized StorageClient client() throws Exception {
    if (client == null) {
      StorageClient loaded = StorageClient.createInstance(className);
      loaded.init(new CrailStatistics(), new LazyBuffers(), configuration, null);
      client = loaded;
    }
    return client;
  }

  /** Crail's own buffers, which it maps to files; only some tiers use them. */
  private static final class LazyBuffers implements CrailBufferCache {
    private BufferCache cache;

    private synchronized BufferCache cache() throws IOException {
      if (cache == null) {
        try {
          cache = BufferCache.createInstance(CrailConstants.CACHE_IMPL);
        } catch (Exception e) {
          throw new IOException("Cannot create Crail's buffers: " + MissingParts.explain(e), e);
        }
      }
      return cache;
    }

    @Override
    public CrailBuffer allocateBuffer() throws Exception {
      return cache().allocateBuffer();
    }

    @Override
    public void freeBuffer(CrailBuffer buffer) throws Exception {
      cache().freeBuffer(buffer);
    }
  }
}
