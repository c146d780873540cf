// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import org.apache.crail.storage.StorageServer;
import org.slf4j.LoggerFactory;

/**
 * The process of a data node: Crail's own server, configured by {@code
 * CRAIL_HOME/conf/crail-site.conf}. It ends when its standard input does.
 */
public final class DataNodeProcess {

  /** The exit code if Crail has ended the data node without an error. */
  static final int ENDED = 3;

  private static final int FAILED = 1;

  private DataNodeProcess() {}

  /** Serves until the process ends. */
  public static void main(String[] arguments) {
    ParentWatch.start(System.in);
    int code = FAILED;
    try {
      StorageServer.main(arguments);
      code = ENDED;
    } catch (Exception | Error e) {
      LoggerFactory.getLogger(DataNodeProcess.class).error("The data node failed", e);
    } finally {
      // Crail leaves threads behind, without which the data node does not report any more.
      Runtime.getRuntime().halt(code);
    }
  }
}
