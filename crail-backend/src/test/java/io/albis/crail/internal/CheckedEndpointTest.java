// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.crail.CrailBuffer;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.storage.StorageEndpoint;
import org.apache.crail.storage.StorageFuture;
import org.junit.jupiter.api.Test;

/** Requests that a tier would execute wrongly are not sent. */
final class CheckedEndpointTest {

  private final Counting counting = new Counting();
  private final StorageEndpoint plain = new CheckedEndpoint(counting, 1);
  private final StorageEndpoint aligned = new CheckedEndpoint(counting, 4096);

  private static final class Counting implements StorageEndpoint {
    private int requests;

    @Override
    public StorageFuture write(CrailBuffer buffer, BlockInfo block, long offset) {
      requests++;
      return null;
    }

    @Override
    public StorageFuture read(CrailBuffer buffer, BlockInfo block, long offset) {
      requests++;
      return null;
    }

    @Override
    public void close() {}

    @Override
    public boolean isLocal() {
      return false;
    }
  }

  private static CrailBuffer buffer(int length) {
    return new WrappedBuffer(ByteBuffer.allocateDirect(length), 0, null);
  }

  private static BlockInfo block(long length) {
    return new BlockInfo(new DataNodeInfo(), 0, 0, (int) length, 0);
  }

  @Test
  void sendsRequestsWithinABlock() throws Exception {
    long block = CrailConstants.BLOCK_SIZE;
    assertThat(plain.read(buffer(100), block(block), block - 100)).isNull();
    assertThat(plain.write(buffer(1), block(block), 0)).isNull();
    assertThat(aligned.read(buffer(8192), block(block), 4096)).isNull();
    assertThat(aligned.write(buffer(512), block(block), 1024)).isNull();
    assertThat(counting.requests).isEqualTo(4);
  }

  @Test
  void rejectsRequestsThatSpanBlocks() {
    long block = CrailConstants.BLOCK_SIZE;
    assertThatThrownBy(() -> plain.read(buffer(101), block(block), block - 100))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("101 bytes at offset " + (block - 100) + " of a block");
    assertThat(counting.requests).isZero();
  }

  @Test
  void rejectsBuffersThatDoNotBeginAtPositionZero() {
    CrailBuffer buffer = buffer(100).position(1);
    assertThatThrownBy(() -> plain.read(buffer, block(CrailConstants.BLOCK_SIZE), 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("position 1, length 99");
    assertThatThrownBy(() -> plain.write(buffer(0), block(CrailConstants.BLOCK_SIZE), 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(counting.requests).isZero();
  }

  @Test
  void rejectsUnalignedRequests() {
    BlockInfo block = block(CrailConstants.BLOCK_SIZE);
    assertThatThrownBy(() -> aligned.read(buffer(4096), block, 512))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("4096 bytes at offset 512 (expected multiples of 4096)");
    assertThatThrownBy(() -> aligned.read(buffer(100), block, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> aligned.write(buffer(100), block, 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(counting.requests).isZero();
  }

  @Test
  void rejectsBlocksOfAnotherSize() {
    assertThatThrownBy(() -> plain.read(buffer(100), block(4096), 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("it has 4096 bytes, but this process has crail.blocksize")
        .hasMessageContaining("use the configuration of the cluster");
  }
}
