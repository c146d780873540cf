// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.CrailSettings.Placement;
import io.albis.storage.internal.backend.Reads;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CompletableFuture;
import org.apache.crail.CrailNodeType;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;
import org.apache.crail.metadata.FileName;
import org.apache.crail.rpc.RpcCreateFile;
import org.apache.crail.rpc.RpcDeleteFile;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcGetBlock;
import org.apache.crail.rpc.RpcGetFile;
import org.apache.crail.rpc.RpcRenameFile;
import org.apache.crail.rpc.RpcResponse;
import org.apache.crail.rpc.RpcVoid;
import org.apache.crail.utils.CrailUtils;

/**
 * The names in the tree of the name node, with the records of directories, which clients write
 * themselves.
 *
 * <p>Paths are absolute. Thread-safe.
 */
final class CrailNames {

  private final CrailClient client;

  CrailNames(CrailClient client) {
    this.client = client;
  }

  /**
   * A file or directory.
   *
   * @param file what the name node knows; its capacity is the length in bytes
   * @param first the first block
   */
  record Node(FileInfo file, BlockInfo first) {
    boolean isDirectory() {
      return file.getType().isContainer();
    }
  }

  /** Returns the node at a path, or null if there is none. */
  Node find(String path) throws IOException {
    return found(await(findAsync(path)), path);
  }

  CompletableFuture<RpcGetFile> findAsync(String path) throws IOException {
    FileName name = name(path);
    return client.nameNode().call(connection -> connection.getFile(name, false));
  }

  /** Returns the node of a response; null if there is none at the path. */
  Node found(RpcGetFile response, String path) throws IOException {
    if (response.getError() == RpcErrors.ERR_GET_FILE_FAILED
        || response.getError() == RpcErrors.ERR_FILE_NOT_FOUND) {
      return null;
    }
    check(response, "look up", path);
    return new Node(response.getFile(), response.getFileBlock());
  }

  /** Creates a file that can be written to, with a record in its directory. */
  Node createFile(String path, Placement placement) throws IOException {
    return create(path, CrailNodeType.DATAFILE, placement);
  }

  private Node create(String path, CrailNodeType type, Placement placement) throws IOException {
    FileName name = name(path);
    int locationClass = type.isContainer() ? 0 : locationClass(placement);
    Records.checkName(path);
    RpcCreateFile response =
        await(
            client
                .nameNode()
                .call(
                    connection ->
                        connection.createFile(
                            name, type, placement.storageClass(), locationClass, true)));
    if (response.getError() == RpcErrors.ERR_NO_FREE_BLOCKS) {
      discard(path, name);
    }
    check(response, "create", path);
    new Records(client, path)
        .write(response.getDirBlock(), response.getFile().getDirOffset(), Records.name(path), true);
    return new Node(response.getFile(), response.getFileBlock());
  }

  /**
   * Removes what Crail's own name node leaves behind when it has no block for a new file: a file
   * without blocks. Another client may have created the file since then.
   */
  private void discard(String path, FileName name) throws IOException {
    Node left = find(path);
    if (left == null || left.first().getLength() > 0) {
      return;
    }
    RpcDeleteFile response =
        await(client.nameNode().call(connection -> connection.removeFile(name, false)));
    if (response.getError() != RpcErrors.ERR_GET_FILE_FAILED) {
      check(response, "remove", path);
    }
  }

  private static int locationClass(Placement placement) throws UnknownHostException {
    return placement.locationClass() == Placement.LOCAL
        ? CrailUtils.getLocationClass().value()
        : placement.locationClass();
  }

  /** Creates a directory and those above it, as far as they are missing. */
  void createDirectories(String path, Placement placement) throws IOException {
    if (path.isEmpty() || path.equals("/")) {
      return;
    }
    Node node = find(path);
    if (node == null) {
      createDirectories(parent(path), placement);
      try {
        create(path, CrailNodeType.DIRECTORY, placement);
      } catch (FileAlreadyExistsException e) {
        node = find(path); // another client was faster
      }
    }
    if (node != null && !node.isDirectory()) {
      throw new FileAlreadyExistsException(path, null, "it is a file, not a directory");
    }
  }

  /** Sets the length of a file that this client has created, and gives its write token back. */
  void finish(FileInfo file, long length, String path) throws IOException {
    file.setCapacity(length);
    RpcVoid response = await(client.nameNode().call(connection -> connection.setFile(file, true)));
    check(response, "finish", path);
  }

  /** Adds a block to a file that this client has created; blocks are added in order. */
  CompletableFuture<RpcGetBlock> addBlock(FileInfo file, long position, long length) {
    return client
        .nameNode()
        .call(connection -> connection.getBlock(file.getFd(), file.getToken(), position, length));
  }

  /**
   * Removes a file, or a directory with everything in it, in one step.
   *
   * @return whether it existed
   */
  boolean remove(String path) throws IOException {
    FileName name = name(path);
    RpcDeleteFile response =
        await(client.nameNode().call(connection -> connection.removeFile(name, true)));
    if (response.getError() == RpcErrors.ERR_GET_FILE_FAILED
        || response.getError() == RpcErrors.ERR_CREATE_FILE_FAILED) {
      return false; // the second means that there is no such directory
    }
    check(response, "delete", path);
    erase(response.getParent(), response.getFile().getDirOffset(), path);
    return true;
  }

  /** Marks the record of a node that is gone. */
  void erase(FileInfo parent, long offset, String path) throws IOException {
    if (offset >= 0) {
      RpcGetBlock block =
          await(
              client
                  .nameNode()
                  .call(
                      connection ->
                          connection.getBlock(parent.getFd(), 0, offset, parent.getCapacity())));
      if (block.getError() != RpcErrors.ERR_FILE_NOT_OPEN) {
        check(block, "find the directory of", path);
        new Records(client, path).write(block.getBlockInfo(), offset, Records.name(path), false);
      }
    }
  }

  /**
   * Renames a file in one step of the name node, unless the other name exists. No client creates
   * directories of that name.
   *
   * @throws FileAlreadyExistsException if it exists
   */
  void renameExclusively(String from, String to) throws IOException {
    FileName source = name(from);
    FileName target = name(to);
    RpcRenameFile response =
        await(client.nameNode().call(connection -> connection.renameFile(source, target)));
    check(response, "publish", to);
    Records records = new Records(client, to);
    records.write(
        response.getDstBlock(), response.getDstFile().getDirOffset(), Records.name(to), true);
    records.write(
        response.getSrcBlock(), response.getSrcFile().getDirOffset(), Records.name(from), false);
  }

  static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static FileName name(String path) throws IOException {
    try {
      return new FileName(path);
    } catch (IOException e) {
      throw new IOException(
          "Cannot use the path "
              + path
              + ": it has more parts than crail.directorydepth of the cluster allows ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  static <T> T await(CompletableFuture<T> response) throws IOException {
    try {
      return Reads.await(response);
    } catch (CrailUnavailableException e) {
      throw new CrailUnavailableException(e.getMessage(), e); // with the stack of this thread
    }
  }

  private static void check(RpcResponse response, String what, String path) throws IOException {
    if (response.getError() != RpcErrors.ERR_OK) {
      throw CrailErrors.of(response.getError(), what, path);
    }
  }

  /** Returns the node at a path that must exist. */
  Node require(String path) throws IOException {
    Node node = find(path);
    if (node == null) {
      throw new NoSuchFileException(path);
    }
    return node;
  }
}
