// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.internal.backend.TaskGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;

/** Requests to data nodes that were submitted together. */
final class Transfer extends TaskGroup {

  private final Object owner;

  /** For messages: "read /path". */
  private final String what;

  private final List<? extends BlockRequest> requests;
  private final Runnable onSuccess;

  /** The links of the requests; null before they are submitted. Guarded by this. */
  private Map<BlockRequest, DataNodeLink> links;

  /**
   * Creates a transfer.
   *
   * @param owner takes turns with others
   * @param what for messages, with the path: "read /a/b"
   * @param requests one or more
   * @param onSuccess runs before the future completes
   */
  Transfer(Object owner, String what, List<? extends BlockRequest> requests, Runnable onSuccess) {
    super(requests.size());
    this.owner = owner;
    this.what = what;
    this.requests = requests;
    this.onSuccess = onSuccess;
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
    Throwable cause = null;
    synchronized (this) {
      if (!hasFailed()) {
        try {
          submit(client, blocks);
          return;
        } catch (IOException | RuntimeException e) {
          cause = e;
          links = null;
        }
      }
    }
    ended(requests.size(), cause);
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
    ended(requests.size(), cause);
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

  /** Records that one request has ended. */
  void ended(Throwable thrown) {
    ended(1, thrown);
  }

  @Override
  protected void succeeded() {
    onSuccess.run();
  }

  @Override
  protected int withdraw() {
    Map<BlockRequest, DataNodeLink> submitted;
    synchronized (this) {
      submitted = links;
    }
    if (submitted == null) {
      return 0; // start() will find the failure
    }
    int withdrawn = 0;
    for (Map.Entry<BlockRequest, DataNodeLink> request : submitted.entrySet()) {
      if (request.getValue().withdraw(request.getKey())) {
        withdrawn++;
      }
    }
    return withdrawn;
  }
}
