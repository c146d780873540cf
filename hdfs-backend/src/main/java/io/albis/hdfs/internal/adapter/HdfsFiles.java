// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.PartialListing;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;

/** Accesses the internals of HDFS behind Hadoop's public classes. */
public final class HdfsFiles {

  /** The default limit of directories in one request to a name node. */
  private static final int MAX_DIRECTORIES = 100;

  private HdfsFiles() {}

  /** Returns Hadoop's configuration, including that of HDFS. */
  public static Configuration configuration() {
    return new HdfsConfiguration();
  }

  /** Whether a stream reads a file of HDFS, directly or through viewfs. */
  public static boolean isHdfs(FSDataInputStream stream) {
    return stream instanceof HdfsDataInputStream;
  }

  /** Whether a stream writes a file of HDFS. */
  public static boolean isHdfs(FSDataOutputStream stream) {
    return stream instanceof HdfsDataOutputStream;
  }

  /**
   * Returns the blocks of an open file of HDFS.
   *
   * @param user the user for requests to data nodes
   * @throws IOException if the name node does not answer
   */
  public static HdfsFile file(
      FSDataInputStream stream, UserGroupInformation user, Configuration configuration)
      throws IOException {
    HdfsDataInputStream hdfs = (HdfsDataInputStream) stream;
    long length = hdfs.getVisibleLength();
    if (length == 0) {
      return new HdfsFile(0, List.of());
    }
    boolean isEncrypted = hdfs.getWrappedStream() instanceof CryptoInputStream;
    return new HdfsFile(length, blocks(hdfs.getAllBlocks(), isEncrypted, user, configuration));
  }

  /**
   * Looks up the block locations of all files in directories, many directories in one request.
   *
   * @return the locations by file; empty if this is not HDFS
   */
  public static Map<Path, BlockLocation[]> locations(FileSystem fileSystem, List<Path> directories)
      throws IOException {
    Map<Path, BlockLocation[]> found = new HashMap<>();
    if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
      return found;
    }
    for (int i = 0; i < directories.size(); i += MAX_DIRECTORIES) {
      List<Path> some = directories.subList(i, Math.min(directories.size(), i + MAX_DIRECTORIES));
      RemoteIterator<PartialListing<LocatedFileStatus>> all =
          hdfs.batchedListLocatedStatusIterator(some);
      while (all.hasNext()) {
        for (LocatedFileStatus status : all.next().get()) {
          found.put(status.getPath(), status.getBlockLocations());
        }
      }
    }
    return found;
  }

  private static List<HdfsBlock> blocks(
      List<LocatedBlock> located,
      boolean isEncrypted,
      UserGroupInformation user,
      Configuration configuration)
      throws IOException {
    List<HdfsBlock> blocks = new ArrayList<>();
    for (LocatedBlock block : located) {
      boolean isPlain = !isEncrypted && !block.isStriped() && !block.isCorrupt();
      List<DataNode> local = isPlain ? localNodes(block, user, configuration) : List.of();
      blocks.add(new HdfsBlock(block, isPlain, local));
    }
    return blocks;
  }

  private static List<DataNode> localNodes(
      LocatedBlock block, UserGroupInformation user, Configuration configuration)
      throws IOException {
    List<DataNode> nodes = new ArrayList<>();
    for (DatanodeInfo info : block.getLocations()) {
      if (DataNode.isLocal(info)) {
        nodes.add(DataNode.of(info, user, configuration));
      }
    }
    return nodes;
  }

  /**
   * Asks data nodes not to keep in their page cache what this stream reads, if it supports that.
   * Closes the stream if that fails.
   */
  public static void dropBehind(FSDataInputStream stream) throws IOException {
    if (isHdfs(stream)) {
      dropBehindOrClose(stream);
    }
  }

  /**
   * Asks data nodes not to keep in their page cache what this stream writes. Closes the stream if
   * that fails.
   */
  public static void dropBehind(FSDataOutputStream stream) throws IOException {
    if (isHdfs(stream)) {
      dropBehindOrClose(stream);
    }
  }

  private static <S extends CanSetDropBehind & Closeable> void dropBehindOrClose(S stream)
      throws IOException {
    try {
      stream.setDropBehind(true);
    } catch (IOException | RuntimeException e) {
      try (stream) {
        throw e;
      }
    }
  }

  /**
   * Renames a file or a directory atomically, and fails if the new name exists.
   *
   * @return false if this is not HDFS and nothing was done
   */
  public static boolean renameExclusively(FileSystem fileSystem, Path from, Path to)
      throws IOException {
    if (fileSystem instanceof DistributedFileSystem hdfs) {
      hdfs.rename(from, to, Options.Rename.NONE);
      return true;
    }
    return false;
  }

  /**
   * Reports to the name node that the copy of a block on one data node is damaged.
   *
   * @param user the user for requests, if the file system is a view of others
   */
  public static void reportDamage(
      FileSystem fileSystem, Path file, HdfsBlock block, DataNode node, UserGroupInformation user)
      throws IOException {
    if (holder(fileSystem, file, user) instanceof DistributedFileSystem hdfs) {
      LocatedBlock damaged =
          new LocatedBlock(block.located().getBlock(), new DatanodeInfo[] {node.info()});
      hdfs.getClient().getNamenode().reportBadBlocks(new LocatedBlock[] {damaged});
    }
  }

  private static FileSystem holder(FileSystem fileSystem, Path file, UserGroupInformation user)
      throws IOException {
    if (fileSystem instanceof DistributedFileSystem) {
      return fileSystem;
    }
    PrivilegedExceptionAction<FileSystem> find =
        () -> FileSystem.get(fileSystem.resolvePath(file).toUri(), fileSystem.getConf());
    try {
      return user.doAs(find);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(
          "Cannot report a damaged block of " + file + ": interrupted");
    }
  }
}
