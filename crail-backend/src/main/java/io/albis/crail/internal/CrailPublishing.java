// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcGetBlock;

/**
 * Makes a complete file appear at its path in one step: the name node renames it, which fails if
 * the path exists.
 *
 * <p>Clients write the records of directories after that, and a client may crash before. So the
 * record of the temporary file gets the final name first. If the client crashes then, the file is
 * listed if it was renamed, and not if it was not, because the name node does not know the name.
 */
final class CrailPublishing {

  private final CrailClient client;
  private final CrailNames names;

  CrailPublishing(CrailClient client, CrailNames names) {
    this.client = client;
    this.names = names;
  }

  /**
   * Publishes a file in its directory.
   *
   * @param temporary where the file is
   * @param target in the same directory
   * @throws FileAlreadyExistsException if the target exists
   */
  void rename(String temporary, String target, CrailNames.Node file) throws IOException {
    if (names.find(target) != null) {
      // Crail would move the file into the target if that is a directory.
      throw new FileAlreadyExistsException(target);
    }
    prepare(temporary, target, file.file());
    names.renameExclusively(temporary, target);
  }

  private void prepare(String temporary, String target, FileInfo file) throws IOException {
    long offset = file.getDirOffset();
    FileInfo directory = names.require(CrailNames.parent(temporary)).file();
    RpcGetBlock response =
        CrailNames.await(
            client
                .nameNode()
                .call(
                    connection ->
                        connection.getBlock(
                            directory.getFd(), 0, offset, directory.getCapacity())));
    if (response.getError() != RpcErrors.ERR_OK) {
      throw CrailErrors.of(response.getError(), "publish", target);
    }
    BlockInfo block = response.getBlockInfo();
    new Records(client, target).write(block, offset, Records.name(target), true);
  }
}
