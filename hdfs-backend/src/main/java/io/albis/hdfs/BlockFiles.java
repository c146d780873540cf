// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.albis.hdfs.adapter.DataNode;
import io.albis.hdfs.adapter.HdfsBlock;
import io.albis.hdfs.adapter.HdfsFile;
import io.albis.hdfs.adapter.HdfsFiles;
import io.albis.hdfs.adapter.ShortCircuit;
import io.albis.storage.PageCache;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.Storages;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the files of blocks that lie on this node; in section IV.C of the paper "Column Cache" the
 * data node's block files are read past the page cache in the same way. Thread-safe.
 */
final class BlockFiles implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BlockFiles.class);

  /** Below this directory of a volume the data node keeps its blocks. */
  private static final String CURRENT = "/current/";

  private static final int MAX_REPORTED = 1000;

  /** What was said once, so that it is not said for each block. */
  private static final Set<String> REPORTED =
      Collections.newSetFromMap(
          Caffeine.newBuilder()
              .maximumSize(MAX_REPORTED)
              .executor(Runnable::run)
              .<String, Boolean>build()
              .asMap());

  private final HadoopSettings settings;
  private final HadoopClient client;

  /** Null before it is known. */
  private volatile Boolean takesDescriptors;

  /** By directory: volumes may be of different file systems. */
  private final Map<String, Storage> volumes = new ConcurrentHashMap<>();

  /**
   * A file of a block.
   *
   * @param node whose copy it is; null if several on this machine have one, and it is not known
   * @param descriptor by which it was found; null if it was found by its path
   */
  record Opened(ReadableFile file, DataNode node, ShortCircuit descriptor) {

    ReadPath path() {
      return descriptor == null ? ReadPath.BLOCK_FILE : ReadPath.SHORT_CIRCUIT;
    }

    void close() throws IOException {
      try (descriptor) {
        file.close();
      }
    }
  }

  BlockFiles(HadoopSettings settings, HadoopClient client) {
    this.settings = settings;
    this.client = client;
  }

  /** The blocks of a file that is open. */
  HdfsFile file(FSDataInputStream stream) throws IOException {
    return HdfsFiles.file(stream, client.user(), client.configuration());
  }

  /** Opens the file of a block; null if it can only be read through the client. */
  Opened open(org.apache.hadoop.fs.Path path, HdfsBlock block, ClientReads reads) {
    if (!settings.localReads()) {
      return null;
    }
    Opened opened = open(block);
    if (opened == null && block.localNodes().stream().anyMatch(node -> node.refusal().isEmpty())) {
      // No node refuses, so what the name node told is too old: blocks move, and tokens expire.
      HdfsBlock renewed = renewed(path, block);
      opened = renewed == null ? null : open(renewed);
    }
    return opened == null && !block.localNodes().isEmpty() && takesDescriptors()
        ? openByDescriptor(block, reads)
        : opened;
  }

  private boolean takesDescriptors() {
    Boolean known = takesDescriptors;
    if (known == null) {
      Optional<String> obstacle =
          ShortCircuit.obstacle(client.configuration(), settings.nativeVersion());
      obstacle.ifPresent(why -> LOG.debug("Takes no descriptors from data nodes: {}", why));
      known = obstacle.isEmpty();
      takesDescriptors = known;
    }
    return known;
  }

  private Opened openByDescriptor(HdfsBlock block, ClientReads reads) {
    ShortCircuit descriptor = null;
    try {
      // The client asks for a descriptor when it reads, and keeps it.
      reads.touch(block.start());
      descriptor = ShortCircuit.of(block, client.configuration());
      if (descriptor == null) {
        return null;
      }
      DataNode node = block.localNodes().size() == 1 ? block.localNodes().get(0) : null;
      return new Opened(openAt(descriptor.path(), block), node, descriptor);
    } catch (IOException e) {
      LOG.debug("Cannot use a descriptor of block {}", block.id(), e);
      if (descriptor != null) {
        descriptor.close();
      }
      return null;
    }
  }

  private HdfsBlock renewed(org.apache.hadoop.fs.Path path, HdfsBlock block) {
    try (FSDataInputStream stream = client.fileSystem().open(path)) {
      return file(stream).blocks().stream().filter(block::isSameBlock).findFirst().orElse(null);
    } catch (IOException e) {
      // The client reads the file still, or says better what is wrong.
      LOG.debug("Cannot find block {} of {} again", block.id(), path, e);
      return null;
    }
  }

  private Opened open(HdfsBlock block) {
    for (DataNode node : block.localNodes()) {
      if (node.refusal().isEmpty()) {
        ReadableFile file = open(block, node);
        if (file != null) {
          return new Opened(file, node, null);
        }
      }
    }
    return null;
  }

  private ReadableFile open(HdfsBlock block, DataNode node) {
    try {
      return openAt(node.blockFile(block), block);
    } catch (NoSuchFileException moved) {
      node.forget(block);
    } catch (IOException e) {
      say(node, e);
      return null;
    }
    try {
      return openAt(node.blockFile(block), block);
    } catch (IOException e) {
      say(node, e);
      return null;
    }
  }

  private ReadableFile openAt(Path path, HdfsBlock block) throws IOException {
    String text = path.toString();
    int end = text.indexOf(CURRENT);
    String volume = text.substring(0, end < 0 ? text.lastIndexOf('/') + 1 : end + CURRENT.length());
    ReadableFile file = volume(volume).openFile(text.substring(volume.length()));
    if (file.length() < block.length()) {
      try (file) {
        throw new IOException(
            "Cannot read block "
                + block.id()
                + " from "
                + path
                + ": it has "
                + file.length()
                + " bytes (expected "
                + block.length()
                + ")");
      }
    }
    return file;
  }

  private Storage volume(String directory) throws IOException {
    Storage known = volumes.get(directory);
    if (known == null) {
      Storage opened =
          Storages.open(Storages.toUri(directory), Map.of("io.direct", settings.localDirect()));
      known = volumes.putIfAbsent(directory, opened);
      known = known == null ? opened : known;
    }
    return known;
  }

  private static void say(DataNode node, IOException e) {
    if (e instanceof AccessDeniedException denied) {
      node.refuse("this user may not open " + denied.getFile());
    }
    node.refusal()
        .ifPresent(
            why -> {
              if (REPORTED.add(node.name() + why)) {
                LOG.info(
                    "Reads blocks of data node {} through Hadoop's client: {}", node.name(), why);
              }
            });
    LOG.debug("Cannot open a block file of {}", node.name(), e);
  }

  /** Gives back to the system the pages in which the copies on this node were written. */
  void dropFromPageCache(FileSystem fileSystem, org.apache.hadoop.fs.Path path) {
    if (!settings.localReads()) {
      return;
    }
    try (FSDataInputStream stream = fileSystem.open(path)) {
      for (HdfsBlock block : file(stream).blocks()) {
        for (DataNode node : block.localNodes()) {
          if (node.refusal().isEmpty()) {
            dropFromPageCache(node, block);
          }
        }
      }
    } catch (IOException e) {
      // Nobody's data is in danger, only some other program's pages.
      LOG.debug("Cannot drop {} from the page cache", path, e);
    }
  }

  private static void dropFromPageCache(DataNode node, HdfsBlock block) {
    try {
      PageCache.drop(node.blockFile(block));
    } catch (IOException e) {
      say(node, e);
    }
  }

  /** What was read from files of this node. */
  StorageMetrics metrics() {
    long requests = 0;
    long direct = 0;
    long buffered = 0;
    for (Storage volume : new ArrayList<>(volumes.values())) {
      StorageMetrics read = volume.metrics();
      requests += read.readRequests();
      direct += read.directBytesRead();
      buffered += read.bufferedBytesRead();
    }
    return new StorageMetrics(0, requests, direct, buffered, 0, 0, 0, 0, Map.of());
  }

  @Override
  public void close() throws IOException {
    for (Storage volume : volumes.values()) {
      volume.close();
    }
  }
}
