// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges the small row groups that a stream leaves, in a thread of its own, so that no batch waits
 * for it. It has its own commits, which neither the stream nor other writers conflict with; if one
 * fails, the next one does its work.
 *
 * @param uri of the table
 * @param storageOptions options of its storage
 * @param every batches between two merges; 0 for none
 */
record StreamMerge(
    String uri, Map<String, String> storageOptions, int every, RewriteOptions options) {

  private static final Logger LOG = LoggerFactory.getLogger(StreamMerge.class);

  /** Tables that are being merged by this process. */
  private static final Set<String> RUNNING = ConcurrentHashMap.newKeySet();

  /** Called after the commit of a batch. */
  void after(long batch) {
    if (every > 0 && (batch + 1) % every == 0 && RUNNING.add(uri)) {
      Thread thread = new Thread(this::run, "albis-merge");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @SuppressWarnings("IllegalCatch") // a failure must not end the process
  private void run() {
    try (TableMaintenance table = TableMaintenance.open(uri, storageOptions)) {
      table.mergeRowGroups(options);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "Failed to merge the small row groups of {}; the stream continues, and merges again after"
              + " {} batches",
          uri,
          every,
          e);
    } finally {
      RUNNING.remove(uri);
    }
  }
}
