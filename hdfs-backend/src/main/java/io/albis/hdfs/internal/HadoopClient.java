// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.internal.backend.ReadPool;
import io.albis.storage.internal.backend.ReadQueue;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A reference-counted Hadoop file system. Without custom settings, it is the instance that Hadoop
 * shares in the process, which is never closed. Otherwise, releasing the last reference closes it,
 * since files may outlive the storage that they were opened from. Thread-safe.
 */
final class HadoopClient {
  private final FileSystem fileSystem;
  private final Configuration configuration;
  private final UserGroupInformation user;
  private final ReadPool pool;
  private final boolean isOwned;
  private int users = 1;

  private HadoopClient(
      FileSystem fileSystem, Configuration configuration, int depth, boolean isOwned)
      throws IOException {
    this.fileSystem = fileSystem;
    this.configuration = configuration;
    this.user = UserGroupInformation.getCurrentUser();
    this.pool = ReadPool.shared(fileSystem.getUri().toString(), depth);
    this.isOwned = isOwned;
  }

  /** Opens a file system with one reference. */
  static HadoopClient open(URI root, HadoopSettings settings) throws IOException {
    Configuration configuration = HadoopConfigurations.with(settings.hadoop());
    try {
      return settings.hadoop().isEmpty()
          ? new HadoopClient(
              FileSystem.get(root, configuration), configuration, settings.depth(), false)
          : new HadoopClient(
              FileSystem.newInstance(root, configuration), configuration, settings.depth(), true);
    } catch (UnsupportedFileSystemException e) {
      throw new IOException(
          String.format(
              "Cannot open %s: no storage backend for scheme '%s', and Hadoop has no file system"
                  + " for it either (add its library, or set hadoop.fs.%s.impl)",
              root, root.getScheme(), root.getScheme()),
          e);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof ClassNotFoundException missing) {
        throw new IOException(
            String.format(
                "Cannot open %s: Hadoop's file system for scheme '%s' is not on the class path (%s;"
                    + " add its library)",
                root, root.getScheme(), missing.getMessage()),
            e);
      }
      throw e;
    }
  }

  FileSystem fileSystem() {
    return fileSystem;
  }

  Configuration configuration() {
    return configuration;
  }

  /** The user who opened the storage; threads that use it may run as other users. */
  UserGroupInformation user() {
    return user;
  }

  /** A queue for the reads of one file. */
  ReadQueue newReadQueue() {
    return pool.newQueue();
  }

  synchronized void retain() {
    users++;
  }

  void release() throws IOException {
    boolean isLast;
    synchronized (this) {
      users--;
      isLast = users == 0;
    }
    if (isLast && isOwned) {
      fileSystem.close();
    }
  }
}
