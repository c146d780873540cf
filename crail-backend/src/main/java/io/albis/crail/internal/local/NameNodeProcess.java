// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.rpc.RpcBinding;
import org.apache.crail.rpc.RpcServer;
import org.slf4j.LoggerFactory;

/**
 * The process of a local name node, configured by {@code CRAIL_HOME/conf/crail-site.conf} as
 * Crail's own. It ends when its standard input does.
 */
public final class NameNodeProcess {

  private NameNodeProcess() {}

  /** Serves until the process ends. */
  public static void main(String[] arguments) throws Exception {
    ParentWatch.start(System.in);
    CrailConfiguration configuration = CrailConfiguration.createConfigurationFromFile();
    CrailConstants.updateConstants(configuration);
    CrailConstants.verify();
    RpcBinding binding = RpcBinding.createInstance(CrailConstants.NAMENODE_RPC_TYPE);
    RpcServer server = binding.launchServer(new NameNode());
    server.init(configuration, null);
    server.printConf(LoggerFactory.getLogger(NameNodeProcess.class));
    while (true) {
      // It returns after a client has disconnected before its address was logged.
      server.run();
    }
  }
}
