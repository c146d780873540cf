// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import com.github.benmanes.caffeine.cache.Caffeine;
import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.hdfs.internal.adapter.HdfsBlock;
import io.albis.hdfs.internal.adapter.HdfsFile;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.hdfs.internal.adapter.ShortCircuit;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.internal.backend.PageCache;
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
 * Opens the files in which data nodes on this machine keep blocks. Section IV.C of the paper
 * "Column Cache" describes how to read such files past the page cache. Thread-safe.
 */
final class BlockFiles implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BlockFiles.class);

  /** The directory of a volume in which a data node keeps its blocks. */
  private static final String CURRENT = "/current/";

  private static final int MAX_REPORTED = 1000;

  /** Conditions that have been logged, to log each once and not for every block. */
  private static final Set<String> REPORTED =
      Collections.newSetFromMap(
          Caffeine.newBuilder()
              .maximumSize(MAX_REPORTED)
              .executor(Runnable::run)
              .<String, Boolean>build()
              .asMap());

  private final HadoopSettings settings;
  private final HadoopClient client;

  /** Whether the client can receive descriptors; null before it is known. */
  private volatile Boolean takesDescriptors;

  /** The storages of volumes by directory, since volumes may have different file systems. */
  private final Map<String, Storage> volumes = new ConcurrentHashMap<>();

  /**
   * The open file of a block.
   *
   * @param node the data node of this copy; null if several on this machine have one
   * @param descriptor the descriptor that names the file; null if it was opened by its path
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

  /** Returns the blocks of an open file. */
  HdfsFile file(FSDataInputStream stream) throws IOException {
    return HdfsFiles.file(stream, client.user(), client.configuration());
  }

  /** Opens the file of a block; returns null if only the client can read it. */
  Opened open(org.apache.hadoop.fs.Path path, HdfsBlock block, ClientReads reads) {
    if (!settings.localReads()) {
      return null;
    }
    Opened opened = open(block);
    if (opened == null && block.localNodes().stream().anyMatch(node -> node.refusal().isEmpty())) {
      // No node refuses, so the locations are outdated: blocks move, and tokens expire.
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
      obstacle.ifPresent(why -> LOG.debug("Cannot receive descriptors from data nodes: {}", why));
      known = obstacle.isEmpty();
      takesDescriptors = known;
    }
    return known;
  }

  private Opened openByDescriptor(HdfsBlock block, ClientReads reads) {
    ShortCircuit descriptor = null;
    try {
      // The client requests a descriptor when it reads, and caches it.
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
      // The client can still read the file, or reports the cause.
      LOG.debug("Cannot look up block {} of {} again", block.id(), path, e);
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
                + ": the file has "
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
          Storage.open(Storage.toUri(directory), Map.of("io.direct", settings.localDirect()));
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
                    "Reading blocks of data node {} through Hadoop's client: {}", node.name(), why);
              }
            });
    LOG.debug("Cannot open a block file of {}", node.name(), e);
  }

  /** Evicts the copies of a new file on this node from the page cache. */
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
      // The file is complete; it only occupies memory that other programs could use.
      LOG.debug("Cannot evict {} from the page cache", path, e);
    }
  }

  private static void dropFromPageCache(DataNode node, HdfsBlock block) {
    try {
      PageCache.drop(node.blockFile(block));
    } catch (IOException e) {
      say(node, e);
    }
  }

  /** Metrics of reads from files of blocks. */
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
