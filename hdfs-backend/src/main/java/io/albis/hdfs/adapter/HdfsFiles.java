/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.hdfs.adapter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.UserGroupInformation;

/** Files of HDFS behind Hadoop's own streams. */
public final class HdfsFiles {

  private HdfsFiles() {}

  /** Hadoop's settings with those of HDFS. */
  public static Configuration configuration() {
    return new HdfsConfiguration();
  }

  /** Whether a stream reads a file of HDFS, also one that was found by way of viewfs. */
  public static boolean isHdfs(FSDataInputStream stream) {
    return stream instanceof HdfsDataInputStream;
  }

  /** Whether a stream writes a file of HDFS. */
  public static boolean isHdfs(FSDataOutputStream stream) {
    return stream instanceof HdfsDataOutputStream;
  }

  /** The length of a file of HDFS. */
  public static long length(FSDataInputStream stream) {
    return ((HdfsDataInputStream) stream).getVisibleLength();
  }

  /**
   * The blocks of a file of HDFS, in order and without gaps.
   *
   * @param user as whom the data nodes are asked
   * @throws IOException if the name node does not answer
   */
  public static List<HdfsBlock> blocks(
      FSDataInputStream stream, UserGroupInformation user, Configuration configuration)
      throws IOException {
    HdfsDataInputStream hdfs = (HdfsDataInputStream) stream;
    if (hdfs.getVisibleLength() == 0) {
      return List.of();
    }
    boolean isEncrypted = hdfs.getWrappedStream() instanceof CryptoInputStream;
    List<HdfsBlock> blocks = new ArrayList<>();
    for (LocatedBlock block : hdfs.getAllBlocks()) {
      boolean isPlain = !isEncrypted && !block.isStriped() && !block.isCorrupt();
      List<DataNode> local = isPlain ? localNodes(block, user, configuration) : List.of();
      blocks.add(new HdfsBlock(block, local));
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

  /** Asks data nodes not to keep in their page cache what is read, where that is understood. */
  public static void dropBehind(FSDataInputStream stream) throws IOException {
    if (isHdfs(stream)) {
      stream.setDropBehind(true);
    }
  }

  /** Asks data nodes not to keep in their page cache what is written. */
  public static void dropBehind(FSDataOutputStream stream) throws IOException {
    if (isHdfs(stream)) {
      stream.setDropBehind(true);
    }
  }

  /**
   * Renames a file in one step that fails if the new name exists.
   *
   * @return false if this is no HDFS, and nothing has been done
   */
  public static boolean renameExclusively(FileSystem fileSystem, Path from, Path to)
      throws IOException {
    if (fileSystem instanceof DistributedFileSystem hdfs) {
      hdfs.rename(from, to, Options.Rename.NONE);
      return true;
    }
    return false;
  }

  /** Tells the name node that the copy of a block on one node is damaged. */
  public static void reportDamage(FileSystem fileSystem, Path file, HdfsBlock block, DataNode node)
      throws IOException {
    Path resolved = fileSystem.resolvePath(file);
    FileSystem real = FileSystem.get(resolved.toUri(), fileSystem.getConf());
    if (real instanceof DistributedFileSystem hdfs) {
      LocatedBlock damaged =
          new LocatedBlock(block.located().getBlock(), new DatanodeInfo[] {node.info()});
      hdfs.getClient().getNamenode().reportBadBlocks(new LocatedBlock[] {damaged});
    }
  }
}
