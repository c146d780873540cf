// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.local;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.crail.CrailNodeType;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileName;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcNameNodeService;
import org.apache.crail.rpc.RpcNameNodeState;
import org.apache.crail.rpc.RpcRequestMessage;
import org.apache.crail.rpc.RpcResponseMessage;
import org.apache.crail.utils.CrailUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Crail name node in memory: a tree of directories, files, multi-files, tables and key-value
 * pairs, and the blocks of the data nodes. It answers as Crail's own name node does, so that
 * clients of Crail 1.1 and 1.2 work with it. As there, everything is lost when it stops.
 *
 * <p>Blocks of a deleted or replaced node become free when the write token could have expired
 * ({@code crail.tokenexpiration}, in seconds), because a client may still write to them.
 *
 * <p>Thread-safe: requests exclude each other, which takes microseconds each.
 */
final class NameNode implements RpcNameNodeService {

  private static final Logger LOG = LoggerFactory.getLogger(NameNode.class);

  private final LongSupplier clock;
  private final BlockPool pool;
  private final TreeNode root;

  /** The nodes that clients may have open, by file descriptor. */
  private final Map<Long, TreeNode> open = new HashMap<>();

  /** Deleted nodes, in the order in which their blocks become free. */
  private final ArrayDeque<Deleted> deleted = new ArrayDeque<>();

  private long nextFd;

  private record Deleted(TreeNode node, long freeAt) {}

  NameNode() {
    this(System::nanoTime);
  }

  /**
   * Creates an empty name node.
   *
   * @param clock in nanoseconds
   */
  NameNode(LongSupplier clock) {
    this.clock = clock;
    this.pool = new BlockPool(CrailConstants.STORAGE_CLASSES, clock);
    this.root =
        new TreeNode(
            nextFd++, 0, CrailNodeType.DIRECTORY, CrailConstants.STORAGE_ROOTCLASS, 0, false);
    open.put(root.getFd(), root);
  }

  @Override
  public synchronized short createFile(
      RpcRequestMessage.CreateFileReq request,
      RpcResponseMessage.CreateFileRes response,
      RpcNameNodeState state) {
    CrailNodeType type = request.getFileType();
    if (type.isContainer() && request.getLocationClass() > 0) {
      return RpcErrors.ERR_DIR_LOCATION_AFFINITY_MISMATCH;
    }
    FileName name = request.getFileName();
    if (isTooDeep(name)) {
      return RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED;
    }
    TreeNode parent = find(name, name.getLength() - 1);
    if (parent == null) {
      return RpcErrors.ERR_PARENT_MISSING;
    }
    if (!parent.getType().isContainer()) {
      return RpcErrors.ERR_PARENT_NOT_DIR;
    }
    if (!parent.accepts(type)
        || (parent.child(name.getFileComponent()) != null
            && parent.getType() != CrailNodeType.TABLE)) {
      return RpcErrors.ERR_FILE_EXISTS;
    }
    TreeNode node =
        new TreeNode(
            nextFd++,
            name.getFileComponent(),
            type,
            request.getStorageClass() < 0 ? parent.storageClass() : request.getStorageClass(),
            request.getLocationClass() < 0 ? parent.locationClass() : request.getLocationClass(),
            request.isEnumerable());
    TreeNode replaced = parent.add(node);
    if (replaced != null) {
      delete(replaced);
    }
    open.put(node.getFd(), node);
    // Like Crail, which leaves the node without blocks behind if the storage is full.
    BlockInfo block = take(node);
    if (block == null) {
      return RpcErrors.ERR_NO_FREE_BLOCKS;
    }
    node.addBlock(0, block);
    BlockInfo record = null;
    if (node.isEnumerable()) {
      record = recordBlock(parent, node);
      if (record == null) {
        return RpcErrors.ERR_NO_FREE_BLOCKS;
      }
      parent.incCapacity(CrailConstants.DIRECTORY_RECORD);
    }
    node.updateToken();
    response.shipToken(!type.isDirectory());
    response.setParentInfo(parent);
    response.setFileInfo(node);
    response.setFileBlock(block);
    response.setDirBlock(record);
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short getFile(
      RpcRequestMessage.GetFileReq request,
      RpcResponseMessage.GetFileRes response,
      RpcNameNodeState state) {
    FileName name = request.getFileName();
    if (isTooDeep(name)) {
      return RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED;
    }
    TreeNode node = find(name, name.getLength());
    if (node == null) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    if (request.isWriteable()) {
      if (!node.tokenFree()) {
        return RpcErrors.ERR_TOKEN_TAKEN;
      }
      node.updateToken();
    }
    response.setFileInfo(node);
    BlockInfo block = node.block(0);
    if (block != null) {
      response.setFileBlock(block);
    }
    if (request.isWriteable()) {
      response.shipToken();
    }
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short setFile(
      RpcRequestMessage.SetFileReq request,
      RpcResponseMessage.VoidRes response,
      RpcNameNodeState state) {
    TreeNode node = open.get(request.getFileInfo().getFd());
    if (node == null) {
      return RpcErrors.ERR_FILE_NOT_OPEN;
    }
    if (node.getToken() > 0 && node.getToken() == request.getFileInfo().getToken()) {
      node.setCapacity(request.getFileInfo().getCapacity());
    }
    if (request.isClose()) {
      node.resetToken();
    }
    return RpcErrors.ERR_OK;
  }

  /** Deletes a node with everything below it, whether or not the client asked for that. */
  @Override
  public synchronized short removeFile(
      RpcRequestMessage.RemoveFileReq request,
      RpcResponseMessage.DeleteFileRes response,
      RpcNameNodeState state) {
    FileName name = request.getFileName();
    if (isTooDeep(name)) {
      return RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED;
    }
    TreeNode parent = find(name, name.getLength() - 1);
    TreeNode node = find(name, name.getLength());
    if (parent == null) {
      return RpcErrors.ERR_CREATE_FILE_FAILED;
    }
    if (node == null || name.getLength() == 0) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    response.setParentInfo(parent);
    response.setFileInfo(node);
    parent.remove(node.component());
    delete(node);
    return RpcErrors.ERR_OK;
  }

  /** Renames a node; into the destination if that is a directory. */
  @Override
  public synchronized short renameFile(
      RpcRequestMessage.RenameFileReq request,
      RpcResponseMessage.RenameRes response,
      RpcNameNodeState state) {
    FileName from = request.getSrcFileName();
    FileName to = request.getDstFileName();
    if (isTooDeep(from) || isTooDeep(to)) {
      return RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED;
    }
    TreeNode oldParent = find(from, from.getLength() - 1);
    if (oldParent == null) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    TreeNode node = find(from, from.getLength());
    if (node == null) {
      return RpcErrors.ERR_SRC_FILE_NOT_FOUND;
    }
    BlockInfo oldRecord = oldParent.block(CrailUtils.computeIndex(node.getDirOffset()));
    if (oldRecord == null) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    response.setSrcParent(oldParent);
    response.setSrcFile(node);
    response.setSrcBlock(oldRecord);
    TreeNode newParent = find(to, to.getLength() - 1);
    if (newParent == null) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    TreeNode existing = find(to, to.getLength());
    if (existing != null) {
      if (!existing.getType().isDirectory()) {
        return RpcErrors.ERR_FILE_EXISTS;
      }
      newParent = existing;
    }
    if (newParent.child(to.getFileComponent()) != null) {
      return RpcErrors.ERR_FILE_EXISTS;
    }
    oldParent.remove(node.component());
    node.rename(to.getFileComponent());
    newParent.add(node);
    BlockInfo newRecord = recordBlock(newParent, node);
    if (newRecord == null) {
      return RpcErrors.ERR_NO_FREE_BLOCKS;
    }
    newParent.incCapacity(CrailConstants.DIRECTORY_RECORD);
    response.setDstParent(newParent);
    response.setDstFile(node);
    response.setDstBlock(newRecord);
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short getBlock(
      RpcRequestMessage.GetBlockReq request,
      RpcResponseMessage.GetBlockRes response,
      RpcNameNodeState state) {
    if (request.getPosition() < 0) {
      return RpcErrors.ERR_POSITION_NEGATIV;
    }
    TreeNode node = open.get(request.getFd());
    if (node == null) {
      return RpcErrors.ERR_FILE_NOT_OPEN;
    }
    int index = CrailUtils.computeIndex(request.getPosition());
    BlockInfo block = node.block(index);
    if (block == null) {
      if (request.getToken() != node.getToken()) {
        return request.getToken() > 0
            ? RpcErrors.ERR_TOKEN_MISMATCH
            : RpcErrors.ERR_CAPACITY_EXCEEDED;
      }
      block = take(node);
      if (block == null) {
        return RpcErrors.ERR_NO_FREE_BLOCKS;
      }
      if (!node.addBlock(index, block)) {
        pool.giveBack(block);
        return RpcErrors.ERR_ADD_BLOCK_FAILED;
      }
      node.setCapacity(request.getCapacity());
    }
    response.setBlockInfo(block);
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short getLocation(
      RpcRequestMessage.GetLocationReq request,
      RpcResponseMessage.GetLocationRes response,
      RpcNameNodeState state) {
    if (request.getPosition() < 0) {
      return RpcErrors.ERR_POSITION_NEGATIV;
    }
    FileName name = request.getFileName();
    if (isTooDeep(name)) {
      return RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED;
    }
    TreeNode node = find(name, name.getLength());
    if (node == null) {
      return RpcErrors.ERR_GET_FILE_FAILED;
    }
    BlockInfo block = node.block(CrailUtils.computeIndex(request.getPosition()));
    if (block == null) {
      return RpcErrors.ERR_OFFSET_TOO_LARGE;
    }
    response.setBlockInfo(block);
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short setBlock(
      RpcRequestMessage.SetBlockReq request,
      RpcResponseMessage.VoidRes response,
      RpcNameNodeState state)
      throws Exception {
    // The message is used again for the next request.
    BlockInfo region = new BlockInfo();
    region.setBlockInfo(request.getBlockInfo());
    return pool.addRegion(region) ? RpcErrors.ERR_OK : RpcErrors.ERR_ADD_BLOCK_FAILED;
  }

  @Override
  public synchronized short getDataNode(
      RpcRequestMessage.GetDataNodeReq request,
      RpcResponseMessage.GetDataNodeRes response,
      RpcNameNodeState state) {
    freeDeleted();
    int freeBlocks = pool.report(request.getInfo());
    if (freeBlocks < 0) {
      return RpcErrors.ERR_DATANODE_NOT_REGISTERED;
    }
    response.setServiceId(0);
    response.setFreeBlockCount(freeBlocks);
    return RpcErrors.ERR_OK;
  }

  @Override
  public synchronized short dump(
      RpcRequestMessage.DumpNameNodeReq request,
      RpcResponseMessage.VoidRes response,
      RpcNameNodeState state) {
    dump(root, 0);
    return RpcErrors.ERR_OK;
  }

  private static void dump(TreeNode node, int depth) {
    LOG.info("{}{} {}", " ".repeat(depth), node.component(), node);
    node.children().forEach(child -> dump(child, depth + 1));
  }

  @Override
  public short ping(
      RpcRequestMessage.PingNameNodeReq request,
      RpcResponseMessage.PingNameNodeRes response,
      RpcNameNodeState state) {
    response.setData(request.getOp() + 1);
    return RpcErrors.ERR_OK;
  }

  private static boolean isTooDeep(FileName name) {
    return name.getLength() >= CrailConstants.DIRECTORY_DEPTH;
  }

  /** Returns the node at the first parts of a name; null if there is none. */
  private TreeNode find(FileName name, int parts) {
    TreeNode node = root;
    for (int i = 0; node != null && i < parts; i++) {
      node = node.child(name.getComponent(i));
    }
    return node;
  }

  /**
   * Returns the block of a container in which the record of a child lies; null if all are taken.
   */
  private BlockInfo recordBlock(TreeNode parent, TreeNode child) {
    int index = CrailUtils.computeIndex(child.getDirOffset());
    BlockInfo block = parent.block(index);
    if (block == null) {
      block = take(parent);
      if (block != null) {
        parent.addBlock(index, block);
      }
    }
    return block;
  }

  private BlockInfo take(TreeNode node) {
    freeDeleted();
    return pool.take(node.storageClass(), node.locationClass());
  }

  private void delete(TreeNode node) {
    deleted.add(
        new Deleted(
            node, clock.getAsLong() + TimeUnit.SECONDS.toNanos(CrailConstants.TOKEN_EXPIRATION)));
  }

  /** Frees the blocks of nodes that were deleted long enough ago, and of all nodes below them. */
  private void freeDeleted() {
    while (!deleted.isEmpty() && clock.getAsLong() - deleted.peek().freeAt() >= 0) {
      free(deleted.poll().node());
    }
  }

  private void free(TreeNode node) {
    node.children().forEach(this::free);
    open.remove(node.getFd());
    node.takeBlocks().forEach(pool::giveBack);
  }
}
