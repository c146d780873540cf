// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.crail.CrailNodeType;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;

/**
 * A node of the name node's tree, with its blocks and, if it is a container, its children. Crail
 * names children by the hash codes of their names.
 *
 * <p>Clients store the names of children themselves, in the blocks of the container: each child
 * that can be listed has a record at its own offset.
 *
 * <p>Thread-safe.
 */
final class TreeNode extends FileInfo {

  private final int storageClass;
  private final int locationClass;
  private final Map<Integer, TreeNode> children = new ConcurrentHashMap<>();
  private final AtomicLong nextRecord = new AtomicLong();

  /** The blocks of a file in order, or of a container with gaps, as nulls. Guarded by this. */
  private final List<BlockInfo> blocks = new ArrayList<>();

  /** The name in its parent. Guarded by the service. */
  private int component;

  TreeNode(
      long fd,
      int component,
      CrailNodeType type,
      int storageClass,
      int locationClass,
      boolean isEnumerable) {
    super(fd, type, isEnumerable);
    this.component = component;
    this.storageClass = storageClass;
    this.locationClass = locationClass;
    setModificationTime(System.currentTimeMillis());
  }

  int component() {
    return component;
  }

  void rename(int newComponent) {
    component = newComponent;
  }

  int storageClass() {
    return storageClass;
  }

  int locationClass() {
    return locationClass;
  }

  TreeNode child(int name) {
    return children.get(name);
  }

  Collection<TreeNode> children() {
    return List.copyOf(children.values());
  }

  /** Whether a child of this type may be added. */
  boolean accepts(CrailNodeType type) {
    return getType() != CrailNodeType.TABLE || type.isKeyValue();
  }

  /**
   * Adds a child, and assigns the place of its record. In a table, it replaces the child of the
   * same name.
   *
   * @return the child of that name that was there before; null if there was none. It stays unless
   *     this is a table
   */
  TreeNode add(TreeNode child) {
    TreeNode old =
        getType() == CrailNodeType.TABLE
            ? children.put(child.component, child)
            : children.putIfAbsent(child.component, child);
    if ((old == null || getType() == CrailNodeType.TABLE) && child.isEnumerable()) {
      child.setDirOffset(nextRecord.getAndAdd(CrailConstants.DIRECTORY_RECORD));
    }
    return old;
  }

  TreeNode remove(int name) {
    return children.remove(name);
  }

  /** Returns a block, or null if there is none at this index. */
  synchronized BlockInfo block(int index) {
    return index < blocks.size() ? blocks.get(index) : null;
  }

  /**
   * Adds a block. Files grow block by block; the blocks of containers are added in any order.
   *
   * @return whether the index was free, and the next one if this is a file
   */
  synchronized boolean addBlock(int index, BlockInfo block) {
    if (!getType().isContainer() && index != blocks.size()) {
      return false;
    }
    while (blocks.size() <= index) {
      blocks.add(null);
    }
    if (blocks.get(index) != null) {
      return false;
    }
    blocks.set(index, block);
    return true;
  }

  /** Takes all blocks away. */
  synchronized List<BlockInfo> takeBlocks() {
    List<BlockInfo> taken = blocks.stream().filter(block -> block != null).toList();
    blocks.clear();
    return taken;
  }

  /** The length of a container follows from its records; clients cannot set it. */
  @Override
  public long setCapacity(long length) {
    return getType().isContainer() ? getCapacity() : super.setCapacity(length);
  }

  @Override
  public void updateToken() {
    if (!getType().isContainer()) {
      super.updateToken();
    }
  }
}
