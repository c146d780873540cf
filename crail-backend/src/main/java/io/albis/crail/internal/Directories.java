// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.FileInfo;
import io.albis.storage.Locations;
import io.albis.storage.ReadCost;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileName;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcGetFile;
import org.apache.crail.rpc.RpcGetLocation;

/** Lists directories, and finds the hosts of files. */
final class Directories {

  /** The length that is read at once, in bytes: whole records. */
  private static final int CHUNK = 16 << 20;

  /** Names of hosts by address, because asking the name service takes long. */
  private static final Map<String, String> HOSTS = new ConcurrentHashMap<>();

  private final CrailClient client;
  private final CrailNames names;

  Directories(CrailClient client, CrailNames names) {
    this.client = client;
    this.names = names;
  }

  /**
   * Lists a directory by name: it reads the records, and looks all names up, since a record may be
   * left over.
   */
  List<FileInfo> list(String path, Predicate<String> filter) throws IOException {
    CrailNames.Node directory = names.require(path);
    if (!directory.isDirectory()) {
      throw new NoSuchFileException(path, null, "it is not a directory");
    }
    Map<String, CompletableFuture<RpcGetFile>> found = new LinkedHashMap<>();
    for (String name : names(path, directory)) {
      if (filter.test(name)) {
        found.put(name, names.findAsync(path + "/" + name));
      }
    }
    List<FileInfo> entries = new ArrayList<>();
    for (Map.Entry<String, CompletableFuture<RpcGetFile>> entry : found.entrySet()) {
      String name = entry.getKey();
      CrailNames.Node node = names.found(CrailNames.await(entry.getValue()), path + "/" + name);
      if (node != null) {
        entries.add(
            new FileInfo(
                name,
                node.isDirectory(),
                node.isDirectory() ? 0 : node.file().getCapacity(),
                Instant.ofEpochMilli(node.file().getModificationTime())));
      }
    }
    return entries;
  }

  private Set<String> names(String path, CrailNames.Node directory) throws IOException {
    Set<String> all = new TreeSet<>();
    CrailReadableFile records =
        new CrailReadableFile(client, new CrailMetrics(), path, directory, ReadCost.LOCAL.maxGap());
    try {
      for (long at = 0; at < records.length(); at += CHUNK) {
        int size = (int) Math.min(CHUNK, records.length() - at);
        all.addAll(Records.names(records.readBytes(at, size)));
      }
    } finally {
      records.close();
    }
    return all;
  }

  /** Finds the hosts of a range of a file; ranges of neighbouring blocks on one host are joined. */
  List<Locations> locations(String path, CrailNames.Node node, long offset, long length)
      throws IOException {
    long end = Math.min(offset + length, node.file().getCapacity());
    FileName name = new FileName(path);
    List<CompletableFuture<RpcGetLocation>> asked = new ArrayList<>();
    long first = offset / CrailConstants.BLOCK_SIZE * CrailConstants.BLOCK_SIZE;
    for (long at = first; at < end; at += CrailConstants.BLOCK_SIZE) {
      long position = at;
      asked.add(client.nameNode().call(connection -> connection.getLocation(name, position)));
    }
    List<Locations> found = new ArrayList<>();
    long from = offset;
    for (int i = 0; i < asked.size(); i++) {
      RpcGetLocation response = CrailNames.await(asked.get(i));
      if (response.getError() != RpcErrors.ERR_OK) {
        throw CrailErrors.of(response.getError(), "locate", path);
      }
      long to = Math.min(end, first + (i + 1) * CrailConstants.BLOCK_SIZE);
      List<String> hosts = List.of(host(response.getBlockInfo()));
      Locations last = found.isEmpty() ? null : found.get(found.size() - 1);
      if (last != null && last.hosts().equals(hosts)) {
        found.set(found.size() - 1, new Locations(last.offset(), to - last.offset(), hosts));
      } else {
        found.add(new Locations(from, to - from, hosts));
      }
      from = to;
    }
    return found;
  }

  private static String host(BlockInfo block) throws IOException {
    InetAddress address = InetAddress.getByAddress(block.getDnInfo().getIpAddress());
    return HOSTS.computeIfAbsent(
        address.getHostAddress(), unused -> address.getCanonicalHostName());
  }
}
