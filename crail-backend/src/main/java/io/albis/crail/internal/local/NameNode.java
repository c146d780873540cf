// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.function.LongSupplier;
import org.apache.crail.CrailNodeType;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;
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
 * clients of Crail 1.1 and 1.2 work with it; unlike that one, a request that it answers with an
 * error has changed nothing. As there, everything is lost when it stops.
 *
 * <p>Thread-safe: requests exclude each other, which takes microseconds each. Responses hold copies
 * of what they describe.
 */
final class NameNode implements RpcNameNodeService {

  private static final Logger LOG = LoggerFactory.getLogger(NameNode.class);

  private final BlockPool pool;
  private final FileTree tree;

  NameNode() {
    this(System::nanoTime);
  }

  /**
   * Creates an empty name node.
   *
   * @param clock in nanoseconds
   */
  NameNode(LongSupplier clock) {
    this.pool = new BlockPool(CrailConstants.STORAGE_CLASSES, clock);
    this.tree = new FileTree(pool, clock);
  }

  /** A request to the tree. */
  @FunctionalInterface
  private interface Action {
    void run() throws RefusedException;
  }

  /** Runs a request, and returns its error. */
  private static short answer(Action action) {
    try {
      action.run();
      return RpcErrors.ERR_OK;
    } catch (RefusedException e) {
      return e.error();
    }
  }

  @Override
  public synchronized short createFile(
      RpcRequestMessage.CreateFileReq request,
      RpcResponseMessage.CreateFileRes response,
      RpcNameNodeState state) {
    return answer(() -> create(request, response));
  }

  private void create(
      RpcRequestMessage.CreateFileReq request, RpcResponseMessage.CreateFileRes response)
      throws RefusedException {
    CrailNodeType type = request.getFileType();
    if (type.isContainer() && request.getLocationClass() > 0) {
      throw new RefusedException(RpcErrors.ERR_DIR_LOCATION_AFFINITY_MISMATCH);
    }
    FileTree.Placed created =
        tree.create(
            request.getFileName(),
            type,
            request.getStorageClass(),
            request.getLocationClass(),
            request.isEnumerable());
    created.node().updateToken();
    response.shipToken(!type.isDirectory());
    response.setParentInfo(created.parent());
    response.setFileInfo(created.node());
    response.setFileBlock(created.node().block(0));
    response.setDirBlock(created.record());
  }

  @Override
  public synchronized short getFile(
      RpcRequestMessage.GetFileReq request,
      RpcResponseMessage.GetFileRes response,
      RpcNameNodeState state) {
    return answer(() -> get(request, response));
  }

  private void get(RpcRequestMessage.GetFileReq request, RpcResponseMessage.GetFileRes response)
      throws RefusedException {
    TreeNode node = tree.find(request.getFileName());
    if (node == null) {
      throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
    }
    if (request.isWriteable()) {
      if (!node.tokenFree()) {
        throw new RefusedException(RpcErrors.ERR_TOKEN_TAKEN);
      }
      node.updateToken();
    }
    response.setFileInfo(node);
    response.setFileBlock(node.block(0));
    if (request.isWriteable()) {
      response.shipToken();
    }
  }

  /**
   * Sets the length of a file, for the holder of its write token, and takes the token back. A
   * client whose token has expired, and was given to another, changes nothing.
   */
  @Override
  public synchronized short setFile(
      RpcRequestMessage.SetFileReq request,
      RpcResponseMessage.VoidRes response,
      RpcNameNodeState state) {
    return answer(
        () -> {
          FileInfo file = request.getFileInfo();
          TreeNode node = tree.open(file.getFd());
          if (node.getToken() > 0 && node.getToken() == file.getToken()) {
            node.setCapacity(file.getCapacity());
            if (request.isClose()) {
              node.resetToken();
            }
          }
        });
  }

  /** Deletes a node with everything below it, whether or not the client asked for that. */
  @Override
  public synchronized short removeFile(
      RpcRequestMessage.RemoveFileReq request,
      RpcResponseMessage.DeleteFileRes response,
      RpcNameNodeState state) {
    return answer(
        () -> {
          FileTree.Placed removed = tree.remove(request.getFileName());
          response.setParentInfo(removed.parent());
          response.setFileInfo(removed.node());
        });
  }

  /** Renames a node; into the destination if that is a directory. */
  @Override
  public synchronized short renameFile(
      RpcRequestMessage.RenameFileReq request,
      RpcResponseMessage.RenameRes response,
      RpcNameNodeState state) {
    return answer(
        () -> {
          FileTree.Renamed renamed =
              tree.rename(request.getSrcFileName(), request.getDstFileName());
          response.setSrcParent(renamed.from().parent());
          response.setSrcFile(renamed.before());
          response.setSrcBlock(renamed.from().record());
          response.setDstParent(renamed.to().parent());
          response.setDstFile(renamed.to().node());
          response.setDstBlock(renamed.to().record());
        });
  }

  @Override
  public synchronized short getBlock(
      RpcRequestMessage.GetBlockReq request,
      RpcResponseMessage.GetBlockRes response,
      RpcNameNodeState state) {
    return answer(
        () -> {
          int index = index(request.getPosition());
          TreeNode node = tree.open(request.getFd());
          response.setBlockInfo(tree.block(node, index, request.getToken(), request.getCapacity()));
        });
  }

  @Override
  public synchronized short getLocation(
      RpcRequestMessage.GetLocationReq request,
      RpcResponseMessage.GetLocationRes response,
      RpcNameNodeState state) {
    return answer(
        () -> {
          int index = index(request.getPosition());
          TreeNode node = tree.find(request.getFileName());
          if (node == null) {
            throw new RefusedException(RpcErrors.ERR_GET_FILE_FAILED);
          }
          BlockInfo block = node.block(index);
          if (block == null) {
            throw new RefusedException(RpcErrors.ERR_OFFSET_TOO_LARGE);
          }
          response.setBlockInfo(block);
        });
  }

  /** Returns the number of the block at a position. */
  private static int index(long position) throws RefusedException {
    if (position < 0 || position / CrailConstants.BLOCK_SIZE > Integer.MAX_VALUE) {
      throw new RefusedException(RpcErrors.ERR_POSITION_NEGATIV);
    }
    return CrailUtils.computeIndex(position);
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
    tree.freeDeleted();
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
    dump(tree.root(), 0);
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
}
