// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import org.apache.crail.CrailBuffer;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.storage.StorageEndpoint;
import org.apache.crail.storage.StorageFuture;

/**
 * Checks every request to a data node before it is sent: it lies in one block, and its buffer
 * begins at position 0, because the TCP tier reads to position 0 of the buffer whatever its
 * position is; and it consists of whole sectors if the tier requires that.
 */
final class CheckedEndpoint implements StorageEndpoint {

  private final StorageEndpoint endpoint;
  private final int alignment;

  /**
   * Wraps an endpoint.
   *
   * @param alignment of offsets and lengths, in bytes. Records of directories are shorter
   */
  CheckedEndpoint(StorageEndpoint endpoint, int alignment) {
    this.endpoint = endpoint;
    this.alignment = alignment;
  }

  @Override
  public StorageFuture read(CrailBuffer buffer, BlockInfo block, long offset)
      throws IOException, InterruptedException {
    check(buffer, block, offset, alignment);
    return endpoint.read(buffer, block, offset);
  }

  @Override
  public StorageFuture write(CrailBuffer buffer, BlockInfo block, long offset)
      throws IOException, InterruptedException {
    check(buffer, block, offset, Math.min(alignment, CrailConstants.DIRECTORY_RECORD));
    return endpoint.write(buffer, block, offset);
  }

  private static void check(CrailBuffer buffer, BlockInfo block, long offset, int alignment)
      throws IOException {
    int length = buffer.remaining();
    if (buffer.position() != 0 || length == 0) {
      throw new IllegalStateException(
          "Invalid request to Crail: position "
              + buffer.position()
              + ", length "
              + length
              + " (expected position 0 and at least one byte)");
    }
    if (offset < 0 || offset + length > CrailConstants.BLOCK_SIZE) {
      throw new IllegalStateException(
          "Invalid request to Crail: "
              + length
              + " bytes at offset "
              + offset
              + " of a block (expected to end within the "
              + CrailConstants.BLOCK_SIZE
              + " bytes of the block)");
    }
    if (offset % alignment != 0 || length % alignment != 0) {
      throw new IllegalStateException(
          "Invalid request to Crail: "
              + length
              + " bytes at offset "
              + offset
              + " (expected multiples of "
              + alignment
              + ")");
    }
    if (block.getLength() != CrailConstants.BLOCK_SIZE) {
      throw new IOException(
          "Cannot use a block of Crail: it has "
              + block.getLength()
              + " bytes, but this process has crail.blocksize "
              + CrailConstants.BLOCK_SIZE
              + " (use the configuration of the cluster)");
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
