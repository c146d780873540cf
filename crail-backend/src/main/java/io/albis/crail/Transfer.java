// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;

/**
 * Requests that were submitted together. The future completes when none of them is in flight or
 * will be sent, even if one has failed or the future was cancelled: until then they may access
 * memory.
 */
final class Transfer extends CompletableFuture<Void> {

  private final Object owner;

  /** For messages: "read /path". */
  private final String what;

  private final List<? extends BlockRequest> requests;
  private final Runnable onSuccess;

  /** The links of the requests; null before they are submitted. Guarded by this. */
  private Map<BlockRequest, DataNodeLink> links;

  /** The number of requests that have not ended. Guarded by this. */
  private int left;

  /** The first failure; null if there is none. Guarded by this. */
  private Throwable failure;

  /**
   * Creates a transfer.
   *
   * @param owner takes turns with others
   * @param what for messages, with the path: "read /a/b"
   * @param requests one or more
   * @param onSuccess runs before the future completes
   */
  Transfer(Object owner, String what, List<? extends BlockRequest> requests, Runnable onSuccess) {
    this.onSuccess = onSuccess;
    this.owner = owner;
    this.what = what;
    this.requests = requests;
    this.left = requests.size();
  }

  Object owner() {
    return owner;
  }

  /** The blocks of a file. */
  @FunctionalInterface
  interface BlockLookup {
    BlockInfo block(int index) throws IOException;
  }

  /** Submits the requests, unless the transfer was cancelled before. */
  void start(CrailClient client, BlockLookup blocks) {
    Throwable cause;
    synchronized (this) {
      if (failure == null) {
        try {
          submit(client, blocks);
          return;
        } catch (IOException | RuntimeException e) {
          failure = e;
          links = null;
        }
      }
      left = 0;
      cause = failure;
    }
    completeExceptionally(cause);
  }

  private void submit(CrailClient client, BlockLookup blocks) throws IOException {
    Map<DataNodeLink, List<BlockRequest>> byLink = new LinkedHashMap<>();
    Map<BlockRequest, DataNodeLink> bound = new LinkedHashMap<>();
    for (BlockRequest request : requests) {
      BlockInfo block = blocks.block(request.blockIndex());
      DataNodeLink link = client.dataNode(block);
      request.bind(this, block, link.tier());
      byLink.computeIfAbsent(link, unused -> new ArrayList<>()).add(request);
      bound.put(request, link);
    }
    links = bound;
    byLink.forEach(Link::submit);
  }

  /** Fails before anything was submitted. */
  void abort(Throwable cause) {
    synchronized (this) {
      left = 0;
      if (failure == null) {
        failure = cause;
      }
    }
    completeExceptionally(failure);
  }

  /** Adds the file and the offset to a failure of a node. */
  IOException describe(BlockRequest request, IOException cause) {
    if (!(cause instanceof CrailUnavailableException)) {
      return cause;
    }
    return new CrailUnavailableException(
        String.format(
            "Failed to %s: %d bytes at offset %d: %s",
            what,
            request.length(),
            request.blockIndex() * CrailConstants.BLOCK_SIZE + request.offset(),
            cause.getMessage()),
        cause);
  }

  /** Records that requests have ended. */
  void finished(int count, Throwable thrown) {
    boolean isFirst;
    boolean isLast;
    Throwable cause;
    synchronized (this) {
      isFirst = thrown != null && failure == null;
      if (isFirst) {
        failure = thrown;
      } else if (thrown != null && thrown != failure) {
        failure.addSuppressed(thrown);
      }
      left -= count;
      isLast = left == 0 && count > 0;
      cause = failure;
    }
    if (isLast) {
      if (cause == null) {
        onSuccess.run();
        complete(null);
      } else {
        completeExceptionally(cause);
      }
    } else if (isFirst) {
      withdraw();
    }
  }

  /** Withdraws the requests that have not been sent. */
  private void withdraw() {
    Map<BlockRequest, DataNodeLink> submitted;
    synchronized (this) {
      submitted = links;
    }
    if (submitted == null) {
      return; // start() will find the failure
    }
    int withdrawn = 0;
    for (Map.Entry<BlockRequest, DataNodeLink> request : submitted.entrySet()) {
      if (request.getValue().withdraw(request.getKey())) {
        withdrawn++;
      }
    }
    if (withdrawn > 0) {
      finished(withdrawn, null);
    }
  }

  /**
   * Cancels the requests that have not been sent.
   *
   * @return whether the future is now cancelled; if it is not, it will be once the requests in
   *     flight have ended
   */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean isFirst;
    synchronized (this) {
      isFirst = failure == null && left > 0;
      if (isFirst) {
        failure = new CancellationException("The read was cancelled");
      }
    }
    if (isFirst) {
      withdraw();
    }
    return isCancelled();
  }
}
