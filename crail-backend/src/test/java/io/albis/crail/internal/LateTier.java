// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.crail.storage.StorageServer;
import org.apache.crail.storage.tcp.TcpStorageTier;

/**
 * The TCP tier with a data node whose first process does not serve yet when Crail asks, as if its
 * thread had not run.
 */
public final class LateTier extends TcpStorageTier {

  /** The property that names a file, which the first process creates. */
  static final String FIRST = "albis.tests.crail.first";

  /** For Crail, which finds this class by its name. */
  public LateTier() {}

  @Override
  public StorageServer launchServer() throws Exception {
    StorageServer server = super.launchServer();
    return isFirst() ? late(server) : server;
  }

  private static boolean isFirst() throws IOException {
    try {
      Files.createFile(Path.of(System.getProperty(FIRST)));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static StorageServer late(StorageServer server) {
    return (StorageServer)
        Proxy.newProxyInstance(
            LateTier.class.getClassLoader(),
            new Class<?>[] {StorageServer.class},
            (proxy, method, arguments) ->
                method.getName().equals("isAlive") ? false : method.invoke(server, arguments));
  }
}
