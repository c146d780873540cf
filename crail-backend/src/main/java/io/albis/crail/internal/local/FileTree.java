// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.crail.CrailNodeType;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;
import org.apache.crail.metadata.FileName;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.utils.CrailUtils;

/**
 * The tree of nodes. Every operation first does all that can fail, including taking blocks, and
 * changes the tree after that: an operation that throws has changed nothing.
 *
 * <p>Not thread-safe: the lock of the name node guards it.
 */
final class FileTree {

  private final BlockSupply blocks;
  private final TreeNode root;

  /** The nodes that clients may have open, by file descriptor. */
  private final Map<Long, TreeNode> open = new HashMap<>();

  private long nextFd;

  /**
   * A node at its place.
   *
   * @param record the block of the parent with the record of the node; null if the node cannot be
   *     listed
   */
  record Placed(TreeNode parent, TreeNode node, BlockInfo record) {}

  /**
   * A node that was renamed.
   *
   * @param before what clients knew of the node
   */
  record Renamed(Placed from, FileInfo before, Placed to) {}

  /**
   * Creates a tree of the root alone.
   *
   * @param clock in nanoseconds
   */
  FileTree(BlockPool pool, LongSupplier clock) {
    this.blocks = new BlockSupply(pool, clock, node -> open.remove(node.getFd()));
    this.root =
        new TreeNode(
            nextFd++, 0, CrailNodeType.DIRECTORY, CrailConstants.STORAGE_ROOTCLASS, 0, false);
    open.put(root.getFd(), root);
  }

  TreeNode root() {
    return root;
  }

  /** Frees the blocks of nodes that were deleted long enough ago. */
  void freeDeleted() {
    blocks.freeDeleted();
  }

  /** Returns the node of a name; null if there is none. */
  TreeNode find(FileName name) throws RefusedException {
    checkDepth(name);
    return find(name, name.getLength());
  }

  /** Returns a node that was not freed. */
  TreeNode open(long fd) throws RefusedException {
    TreeNode node = open.get(fd);
    if (node == null) {
      throw new RefusedException(RpcErrors.ERR_FILE_NOT_OPEN);
    }
    return node;
  }

  /**
   * Creates a node with its first block. A key-value pair replaces the one of the same name.
   *
   * @param storageClass the class of its blocks; negative for that of the parent
   * @param locationClass as {@code storageClass}
   */
  Placed create(
      FileName name, CrailNodeType type, int storageClass, int locationClass, boolean isEnumerable)
      throws RefusedException {
    checkDepth(name);
    TreeNode parent = find(name, name.getLength() - 1);
    if (parent == null) {
      throw new RefusedException(RpcErrors.ERR_PARENT_MISSING);
    }
    boolean replaces = parent.getType() == CrailNodeType.TABLE;
    checkAccepts(parent, type, replaces ? null : parent.child(name.getFileComponent()));
    checkIsNotRoot(name, RpcErrors.ERR_FILE_EXISTS);
    TreeNode node =
        new TreeNode(
            nextFd++,
            name.getFileComponent(),
            type,
            storageClass < 0 ? parent.storageClass() : storageClass,
            locationClass < 0 ? parent.locationClass() : locationClass,
            isEnumerable);
    BlockInfo first = blocks.take(node);
    BlockInfo record;
    try {
      record = isEnumerable ? nextRecordBlock(parent) : null;
    } catch (RefusedException e) {
      blocks.release(first);
      throw e;
    }
    node.addBlock(0, first);
    TreeNode replaced = parent.add(node);
    if (replaced != null) {
      blocks.releaseLater(replaced);
    }
    open.put(node.getFd(), node);
    return new Placed(parent, node, record);
  }

  /** Removes a node with everything below it. */
  Placed remove(FileName name) throws RefusedException {
    checkDepth(name);
    TreeNode parent = find(name, name.getLength() - 1);
    if (parent == null) {
      throw new RefusedException(RpcErrors.ERR_CREATE_FILE_FAILED);
    }
    checkIsNotRoot(name, RpcErrors.ERR_GET_FILE_FAILED);
    TreeNode node = parent.child(name.getFileComponent());
    if (node == null) {
      throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
    }
    parent.remove(node);
    blocks.releaseLater(node);
    return new Placed(parent, node, null);
  }

  /** Renames a node; into the destination if that is a directory. */
  Renamed rename(FileName from, FileName to) throws RefusedException {
    checkDepth(from);
    checkDepth(to);
    checkIsNotRoot(from, RpcErrors.ERR_SRC_FILE_NOT_FOUND);
    checkIsNotRoot(to, RpcErrors.ERR_FILE_EXISTS);
    TreeNode oldParent = find(from, from.getLength() - 1);
    if (oldParent == null) {
      throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
    }
    TreeNode node = oldParent.child(from.getFileComponent());
    if (node == null) {
      throw new RefusedException(RpcErrors.ERR_SRC_FILE_NOT_FOUND);
    }
    BlockInfo oldRecord = oldParent.block(CrailUtils.computeIndex(node.getDirOffset()));
    if (oldRecord == null) {
      throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
    }
    TreeNode newParent = newParent(to);
    checkAccepts(newParent, node.getType(), newParent.child(to.getFileComponent()));
    if (isBelow(to, node)) {
      throw new RefusedException(RpcErrors.ERR_DST_PARENT_NOT_FOUND);
    }
    BlockInfo newRecord = nextRecordBlock(newParent);
    FileInfo before = new FileInfo();
    before.setFileInfo(node);
    oldParent.remove(node);
    node.rename(to.getFileComponent());
    newParent.add(node);
    return new Renamed(
        new Placed(oldParent, node, oldRecord), before, new Placed(newParent, node, newRecord));
  }

  /** Returns the directory that a node is renamed into. */
  private TreeNode newParent(FileName to) throws RefusedException {
    TreeNode parent = find(to, to.getLength() - 1);
    if (parent == null) {
      throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
    }
    TreeNode existing = parent.child(to.getFileComponent());
    if (existing == null) {
      return parent;
    }
    if (!existing.getType().isDirectory()) {
      throw new RefusedException(RpcErrors.ERR_FILE_EXISTS);
    }
    return existing;
  }

  /**
   * Returns a block of a node. The holder of the write token of a file also adds one.
   *
   * @param index the number of the block in the node
   * @param token of the client; 0 for one that reads
   * @param length of the file with a new block, in bytes
   */
  BlockInfo block(TreeNode node, int index, long token, long length) throws RefusedException {
    BlockInfo block = node.block(index);
    if (block != null) {
      return block;
    }
    if (token == 0) {
      throw new RefusedException(RpcErrors.ERR_CAPACITY_EXCEEDED);
    }
    if (token != node.getToken()) {
      throw new RefusedException(RpcErrors.ERR_TOKEN_MISMATCH);
    }
    if (!node.canAdd(index)) {
      throw new RefusedException(RpcErrors.ERR_ADD_BLOCK_FAILED);
    }
    BlockInfo added = blocks.take(node);
    node.addBlock(index, added);
    node.setCapacity(length);
    return added;
  }

  private static void checkDepth(FileName name) throws RefusedException {
    if (name.getLength() >= CrailConstants.DIRECTORY_DEPTH) {
      throw new RefusedException(RpcErrors.ERR_FILE_COMPONENTS_EXCEEDED);
    }
  }

  private static void checkIsNotRoot(FileName name, short error) throws RefusedException {
    if (name.getLength() == 0) {
      throw new RefusedException(error);
    }
  }

  private static void checkAccepts(TreeNode parent, CrailNodeType type, TreeNode existing)
      throws RefusedException {
    if (!parent.getType().isContainer()) {
      throw new RefusedException(RpcErrors.ERR_PARENT_NOT_DIR);
    }
    if (!parent.accepts(type) || existing != null) {
      throw new RefusedException(RpcErrors.ERR_FILE_EXISTS);
    }
  }

  /** Returns the node at the first parts of a name; null if there is none. */
  private TreeNode find(FileName name, int parts) {
    TreeNode node = root;
    for (int i = 0; node != null && i < parts; i++) {
      node = node.child(name.getComponent(i));
    }
    return node;
  }

  /** Whether a name is that of a node, or leads through it. */
  private boolean isBelow(FileName name, TreeNode node) {
    for (int parts = 1; parts <= name.getLength(); parts++) {
      if (find(name, parts) == node) {
        return true;
      }
    }
    return false;
  }

  /** Returns the block for the next record of a container, which keeps a block that was missing. */
  private BlockInfo nextRecordBlock(TreeNode parent) throws RefusedException {
    int index = CrailUtils.computeIndex(parent.nextRecord());
    BlockInfo block = parent.block(index);
    if (block == null) {
      block = blocks.take(parent);
      parent.addBlock(index, block);
    }
    return block;
  }
}
