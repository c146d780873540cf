// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.bench.delay.DelayedStorageProvider;
import io.albis.storage.ReadCost;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.backend.StorageOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.util.VersionInfo;

/**
 * A storage on which the queries run.
 *
 * @param name for people
 * @param root directory of its tables, a URI that ends with a slash
 * @param options of the storage
 */
public record StorageCase(String name, String root, Map<String, String> options) {

  /** Copies the options. */
  public StorageCase {
    options = Map.copyOf(options);
  }

  /** A directory of the local file system, past the page cache. */
  public static StorageCase local(Path directory) {
    return new StorageCase(
        "local", directoryUri(directory).toString(), Map.of("io.direct", "always"));
  }

  /**
   * The same directory, each of whose requests takes longer.
   *
   * @param millis added to each request
   * @param inFlight number of requests that wait at the same time
   */
  public static StorageCase delayed(Path directory, int millis, int inFlight) {
    return new StorageCase(
        "+" + millis + " ms",
        DelayedStorageProvider.SCHEME + ":" + directoryUri(directory).getRawPath(),
        Map.of(
            "io.direct",
            "always",
            DelayedStorageProvider.MILLIS,
            Integer.toString(millis),
            StorageOptions.DEPTH,
            Integer.toString(inFlight)));
  }

  /**
   * A file system of HDFS.
   *
   * @param settings of Hadoop
   * @param local whether files of blocks on this machine are read without the data node
   */
  public static StorageCase hdfs(URI fileSystem, Map<String, String> settings, boolean local) {
    Map<String, String> options = new TreeMap<>();
    options.put("hdfs.local-reads", Boolean.toString(local));
    if (local) {
      options.put("hdfs.native-version", VersionInfo.getVersion());
      settings.forEach((name, value) -> options.put("hadoop." + name, value));
    }
    return new StorageCase(
        local ? "HDFS, block files" : "HDFS, data node",
        fileSystem.resolve("/").toString(),
        options);
  }

  /** With a slash at the end, whether it exists or not. */
  private static URI directoryUri(Path directory) {
    String uri = directory.toAbsolutePath().toUri().toString();
    return URI.create(uri.endsWith("/") ? uri : uri + "/");
  }

  /** What a request costs there. */
  ReadCost readCost() throws IOException {
    try (Storage storage = Storages.open(root, options)) {
      return storage.readCost();
    }
  }

  /** URI of a table. */
  public String table(String table) {
    return root + table;
  }
}
