// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.apache.crail.rpc.RpcErrors;

/** The errors of the name node as exceptions. */
final class CrailErrors {

  private CrailErrors() {}

  /**
   * Returns the exception for an error.
   *
   * @param what was tried, before the path: "create"
   */
  static IOException of(short error, String what, String path) {
    String message = message(error);
    if (error == RpcErrors.ERR_FILE_EXISTS || error == RpcErrors.ERR_DIRECTORY_EXISTS) {
      return new FileAlreadyExistsException(path);
    }
    if (error == RpcErrors.ERR_GET_FILE_FAILED
        || error == RpcErrors.ERR_FILE_NOT_FOUND
        || error == RpcErrors.ERR_SRC_FILE_NOT_FOUND) {
      return new NoSuchFileException(path);
    }
    if (error == RpcErrors.ERR_FILE_NOT_OPEN) {
      return new NoSuchFileException(path, null, "it was deleted");
    }
    if (error == RpcErrors.ERR_NO_FREE_BLOCKS) {
      return new FileSystemException(
          path,
          null,
          "Cannot "
              + what
              + " the file: Crail has no free blocks (every file takes at least one; blocks of"
              + " deleted files become free after crail.tokenexpiration)");
    }
    return new IOException("Failed to " + what + " " + path + ": " + message);
  }

  private static String message(short error) {
    String text =
        error >= 0 && error < RpcErrors.messages.length ? RpcErrors.messages[error] : null;
    return text == null
        ? "the name node reports error " + error
        : "the name node reports '" + text.replace("ERROR: ", "") + "'";
  }
}
