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
package io.albis.hdfs;

import io.albis.hdfs.adapter.Messages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotDirectoryException;
import org.apache.hadoop.ipc.RemoteException;

/** Turns Hadoop's exceptions into those that the storage SPI promises. */
final class HadoopErrors {

  private HadoopErrors() {}

  /** The exception to throw for one that came from an operation on a path. */
  static IOException translate(IOException e, Path path) {
    IOException local = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    if (local instanceof FileNotFoundException
        || local instanceof PathIsNotDirectoryException
        || local instanceof ParentNotDirectoryException) {
      NoSuchFileException missing =
          new NoSuchFileException(path.toString(), null, Messages.firstLine(local));
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
