// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Shares open data files: each is opened once, when it is first needed, and closed by its last
 * user. Thread-safe.
 */
public final class OpenFiles {

  private final Function<String, ReadableFile> opener;

  /** Files by path. Guarded by this, as are their counts. */
  private final Map<String, SharedFile> files = new HashMap<>();

  /** One file with all its users. */
  private static final class SharedFile {
    private final String path;
    private int users;

    /** Null until it is opened. Guarded by the shared file, so that other files need not wait. */
    private ReadableFile file;

    SharedFile(String path) {
      this.path = path;
    }

    synchronized ReadableFile open(Function<String, ReadableFile> opener) {
      if (file == null) {
        file = opener.apply(path);
      }
      return file;
    }

    synchronized void close() {
      if (file != null) {
        try {
          file.close();
        } catch (IOException e) {
          throw failed(path, e);
        }
      }
    }

    private static AlbisException failed(String path, IOException e) {
      return TableFiles.failed(path, e);
    }
  }

  /** Keeps a file open until this use is closed; the file is opened lazily. */
  public final class Use implements AutoCloseable {
    private final SharedFile shared;
    private boolean closed;

    private Use(SharedFile shared) {
      this.shared = shared;
    }

    /** Returns the file, opening it if necessary. */
    public ReadableFile file() {
      return shared.open(opener);
    }

    /** Ends this use. Idempotent. */
    @Override
    public void close() {
      boolean isLast;
      synchronized (OpenFiles.this) {
        if (closed) {
          return;
        }
        closed = true;
        shared.users--;
        isLast = shared.users == 0;
        if (isLast) {
          files.remove(shared.path);
        }
      }
      if (isLast) {
        shared.close();
      }
    }
  }

  /** Creates an instance with a function that opens a file and throws unchecked exceptions. */
  OpenFiles(Function<String, ReadableFile> opener) {
    this.opener = opener;
  }

  /** Registers a use of a file, without opening it. */
  public synchronized Use use(String path) {
    SharedFile shared = files.computeIfAbsent(path, SharedFile::new);
    shared.users++;
    return new Use(shared);
  }
}
