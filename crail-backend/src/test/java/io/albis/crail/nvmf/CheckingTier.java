// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.nvmf;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.crail.CrailBuffer;
import org.apache.crail.CrailBufferCache;
import org.apache.crail.CrailStatistics;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.storage.StorageClient;
import org.apache.crail.storage.StorageEndpoint;
import org.apache.crail.storage.StorageFuture;
import org.apache.crail.storage.tcp.TcpStorageClient;
import org.slf4j.Logger;

/**
 * A tier that is used like that of NVMe-over-Fabrics, whose package name it has, but transfers by
 * TCP. It fails requests that a device would execute wrongly: those that are not whole sectors, are
 * longer than a slice, span blocks, or access memory outside of what is registered.
 */
public final class CheckingTier implements StorageClient {

  private static final int SECTOR = 4096;

  private static final LongAdder REQUESTS = new LongAdder();
  private static final LongAdder FINDINGS = new LongAdder();

  private final StorageClient tcp = new TcpStorageClient();

  /** For Crail, which finds this class by its name. */
  public CheckingTier() {}

  /** The number of requests so far. */
  public static long requests() {
    return REQUESTS.sum();
  }

  /** The number of requests that were rejected. */
  public static long findings() {
    return FINDINGS.sum();
  }

  @Override
  public void init(
      CrailStatistics statistics,
      CrailBufferCache buffers,
      CrailConfiguration configuration,
      String[] arguments)
      throws IOException {
    tcp.init(statistics, buffers, configuration, arguments);
  }

  @Override
  public void printConf(Logger logger) {
    tcp.printConf(logger);
  }

  @Override
  public StorageEndpoint createEndpoint(DataNodeInfo info) throws IOException {
    return new Checking(tcp.createEndpoint(info));
  }

  @Override
  public void close() throws Exception {
    tcp.close();
  }

  private record Checking(StorageEndpoint endpoint) implements StorageEndpoint {

    @Override
    public StorageFuture read(CrailBuffer buffer, BlockInfo block, long offset)
        throws IOException, InterruptedException {
      check("read", buffer, offset, SECTOR);
      return endpoint.read(buffer, block, offset);
    }

    @Override
    public StorageFuture write(CrailBuffer buffer, BlockInfo block, long offset)
        throws IOException, InterruptedException {
      boolean isRecord = buffer.remaining() == CrailConstants.DIRECTORY_RECORD;
      check("write", buffer, offset, isRecord ? CrailConstants.DIRECTORY_RECORD : SECTOR);
      return endpoint.write(buffer, block, offset);
    }

    private static void check(String what, CrailBuffer buffer, long offset, int unit) {
      REQUESTS.increment();
      int length = buffer.remaining();
      boolean isValid =
          buffer.position() == 0
              && length > 0
              && offset % unit == 0
              && length % unit == 0
              && length <= CrailConstants.SLICE_SIZE
              && offset + length <= CrailConstants.BLOCK_SIZE;
      String problem = isValid ? Registrations.problem(buffer) : "the range is invalid";
      if (problem != null) {
        FINDINGS.increment();
        throw new IllegalStateException(
            String.format(
                "A device cannot %s %d bytes at offset %d of a block, position %d: %s",
                what, length, offset, buffer.position(), problem));
      }
    }

    @Override
    public void close() throws IOException, InterruptedException {
      endpoint.close();
    }

    @Override
    public boolean isLocal() {
      return endpoint.isLocal();
    }
  }
}
