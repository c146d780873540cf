// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * <p>Not thread-safe: the lock of the name node guards it.
 */
final class TreeNode extends FileInfo {

  private final int storageClass;
  private final int locationClass;
  private final Map<Integer, TreeNode> children = new HashMap<>();

  /** The blocks of a file in order, or of a container with gaps, as nulls. */
  private final List<BlockInfo> blocks = new ArrayList<>();

  private long nextRecord;

  /** The name in its parent. */
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

  /** The offset of the record of the next child that can be listed, in bytes. */
  long nextRecord() {
    return nextRecord;
  }

  /**
   * Adds a child in place of the one of the same name, and assigns the place of its record.
   *
   * @return the child of that name that was there before; null if there was none
   */
  TreeNode add(TreeNode child) {
    if (child.isEnumerable()) {
      child.setDirOffset(nextRecord);
      nextRecord += CrailConstants.DIRECTORY_RECORD;
      incCapacity(CrailConstants.DIRECTORY_RECORD);
    }
    return children.put(child.component, child);
  }

  void remove(TreeNode child) {
    children.remove(child.component);
  }

  /** Returns a block, or null if there is none at this index. */
  BlockInfo block(int index) {
    return index < blocks.size() ? blocks.get(index) : null;
  }

  /** Whether a client may add a block: a file grows block by block, a container by its records. */
  boolean canAdd(int index) {
    return !getType().isContainer() && index == blocks.size();
  }

  /** Sets a block that is missing. */
  void addBlock(int index, BlockInfo block) {
    while (blocks.size() <= index) {
      blocks.add(null);
    }
    blocks.set(index, block);
  }

  /** Takes all blocks away. */
  List<BlockInfo> takeBlocks() {
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
