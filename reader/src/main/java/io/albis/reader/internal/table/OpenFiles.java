// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.ReadableFile;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shares open files: each is opened once, when it is first needed. Unused files stay open for the
 * next scan, up to a number of files; then the one that was used least recently is closed.
 * Thread-safe.
 */
public final class OpenFiles implements AutoCloseable {

  /** Opens a file. */
  interface Opener {
    ReadableFile open(String path);
  }

  private final Opener opener;
  private final int maxIdle;

  /** Files in use, by path. Guarded by this, as are their counts and the fields below. */
  private final Map<String, SharedFile> files = new HashMap<>();

  /** Unused open files, least recently used first. */
  private final LinkedHashMap<String, SharedFile> idle = new LinkedHashMap<>();

  private boolean closed;

  /** One file with all its users. */
  private static final class SharedFile {

    private final String path;
    private int users;

    /** Held while the file is opened, so that other files need not wait. */
    private final ReentrantLock opening = new ReentrantLock();

    /** Null until it is opened. */
    private volatile ReadableFile file;

    SharedFile(String path) {
      this.path = path;
    }

    ReadableFile open(Opener opener) {
      if (file != null) {
        return file;
      }
      try {
        opening.lockInterruptibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AlbisIOException(
            "Cannot wait until another thread has opened " + path + ": the thread was interrupted",
            e);
      }
      try {
        if (file == null) {
          file = opener.open(path);
        }
        return file;
      } finally {
        opening.unlock();
      }
    }

    boolean isOpen() {
      return file != null;
    }

    /** Called when it is unused. */
    void close() {
      if (file != null) {
        try {
          file.close();
        } catch (IOException e) {
          throw TableSnapshots.readFailure(path, e);
        }
      }
    }
  }

  /** Keeps a file open until this use is closed; the file is opened lazily. */
  public final class Use implements AutoCloseable {

    private final SharedFile shared;
    private boolean isEnded;

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
      List<SharedFile> unwanted = new ArrayList<>();
      synchronized (OpenFiles.this) {
        if (isEnded) {
          return;
        }
        isEnded = true;
        shared.users--;
        if (shared.users == 0) {
          files.remove(shared.path);
          keep(shared, unwanted);
        }
      }
      unwanted.forEach(SharedFile::close);
    }
  }

  /**
   * Creates an instance.
   *
   * @param opener throws unchecked exceptions
   * @param maxIdle maximum number of files that stay open without being used
   */
  OpenFiles(Opener opener, int maxIdle) {
    this.opener = opener;
    this.maxIdle = maxIdle;
  }

  /** Keeps a file open that has lost its last user. The caller closes the unwanted ones. */
  private void keep(SharedFile file, List<SharedFile> unwanted) {
    if (closed) {
      unwanted.add(file);
    } else if (file.isOpen()) {
      idle.put(file.path, file);
      if (idle.size() > maxIdle) {
        String oldest = idle.keySet().iterator().next();
        unwanted.add(idle.remove(oldest));
      }
    }
  }

  /** Registers a use of a file, without opening it. */
  public synchronized Use use(String path) {
    SharedFile shared = files.get(path);
    if (shared == null) {
      SharedFile open = idle.remove(path);
      shared = open == null ? new SharedFile(path) : open;
      files.put(path, shared);
    }
    shared.users++;
    return new Use(shared);
  }

  /** Closes all unused files; the others are closed by their last users. Idempotent. */
  @Override
  public void close() {
    List<SharedFile> unused;
    synchronized (this) {
      closed = true;
      unused = new ArrayList<>(idle.values());
      idle.clear();
    }
    unused.forEach(SharedFile::close);
  }
}
