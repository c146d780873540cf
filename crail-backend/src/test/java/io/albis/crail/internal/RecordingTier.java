// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.apache.crail.CrailBuffer;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.storage.StorageEndpoint;
import org.apache.crail.storage.StorageFuture;
import org.apache.crail.storage.tcp.TcpStorageClient;

/** Crail's TCP tier, which checks and counts the requests that reach it. */
public final class RecordingTier extends TcpStorageClient {

  private static final int SECTOR = 4096;

  /** Requests that span blocks, or do not begin at position 0: these would read wrong data. */
  static final Queue<String> DAMAGING = new ConcurrentLinkedQueue<>();

  /** Requests that are not whole sectors, apart from records of directories. */
  static final Queue<String> UNALIGNED = new ConcurrentLinkedQueue<>();

  static final LongAdder REQUESTS = new LongAdder();

  /** Where connections to a data node go, for tests of failures. */
  private static volatile UnaryOperator<DataNodeInfo> route = UnaryOperator.identity();

  /** For Crail, which finds this class by its name. */
  public RecordingTier() {}

  static void route(UnaryOperator<DataNodeInfo> newRoute) {
    route = newRoute;
  }

  @Override
  public StorageEndpoint createEndpoint(DataNodeInfo info) throws IOException {
    return new Recording(super.createEndpoint(route.apply(info)));
  }

  private record Recording(StorageEndpoint endpoint) implements StorageEndpoint {

    @Override
    public StorageFuture read(CrailBuffer buffer, BlockInfo block, long offset)
        throws IOException, InterruptedException {
      record("read", buffer, offset);
      return endpoint.read(buffer, block, offset);
    }

    @Override
    public StorageFuture write(CrailBuffer buffer, BlockInfo block, long offset)
        throws IOException, InterruptedException {
      record("write", buffer, offset);
      return endpoint.write(buffer, block, offset);
    }

    private static void record(String what, CrailBuffer buffer, long offset) {
      REQUESTS.increment();
      int length = buffer.remaining();
      String request =
          what + " of " + length + " bytes at " + offset + ", position " + buffer.position();
      if (buffer.position() != 0
          || buffer.getByteBuffer().capacity() != length
          || offset + length > CrailConstants.BLOCK_SIZE) {
        DAMAGING.add(request);
      }
      boolean isRecord = what.equals("write") && length == CrailConstants.DIRECTORY_RECORD;
      int unit = isRecord ? CrailConstants.DIRECTORY_RECORD : SECTOR;
      if (offset % unit != 0 || length % unit != 0) {
        UNALIGNED.add(request);
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
