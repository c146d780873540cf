// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HadoopMessages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;

/** Translates Hadoop's exceptions to those that the storage interface specifies. */
final class HadoopErrors {

  private HadoopErrors() {}

  /** Returns the exception to throw after an operation on a path failed. */
  static IOException translate(IOException e, Path path) {
    IOException local = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    if (local instanceof FileNotFoundException
        || local instanceof PathIsNotDirectoryException
        || local instanceof ParentNotDirectoryException) {
      NoSuchFileException missing =
          new NoSuchFileException(path.toString(), null, HadoopMessages.firstLine(local));
      missing.initCause(e);
      return missing;
    }
    if (local instanceof org.apache.hadoop.fs.FileAlreadyExistsException) {
      FileAlreadyExistsException exists = new FileAlreadyExistsException(path.toString());
      exists.initCause(e);
      return exists;
    }
    return e;
  }
}
