// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/** Deletes files of a table. */
public final class FileRemoval {

  /** Requests at a time: an object store takes its time for each, whatever else it does. */
  private static final int CONCURRENT = 16;

  private final Storage storage;

  /**
   * Deletes files below a directory.
   *
   * @param storage the table's directory
   */
  public FileRemoval(Storage storage) {
    this.storage = storage;
  }

  /**
   * Deletes files, several at a time, in any order; those that do not exist are left at that.
   *
   * @param workers run the requests
   * @return those that existed
   * @throws AlbisIOException if one cannot be deleted; then others are left, and no request is
   *     under way any more
   */
  public Set<String> deleteAll(Collection<String> paths, Executor workers) {
    Queue<String> left = new ConcurrentLinkedQueue<>(paths);
    Set<String> existed = ConcurrentHashMap.newKeySet();
    List<CompletableFuture<Void>> running =
        Stream.generate(() -> CompletableFuture.runAsync(() -> delete(left, existed), workers))
            .limit(Math.min(CONCURRENT, paths.size()))
            .toList();
    try {
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw unwrapped(e);
    }
    return existed;
  }

  private void delete(Queue<String> left, Set<String> existed) {
    try {
      for (String path = left.poll(); path != null; path = left.poll()) {
        if (delete(path)) {
          existed.add(path);
        }
      }
    } finally {
      left.clear(); // after a failure
    }
  }

  private static RuntimeException unwrapped(CompletionException failure) {
    if (failure.getCause() instanceof Error error) {
      throw error;
    }
    return failure.getCause() instanceof RuntimeException cause ? cause : failure;
  }

  /**
   * Deletes a file; one that does not exist is left at that.
   *
   * @return whether it existed
   * @throws AlbisIOException if it cannot be deleted
   */
  public boolean delete(String path) {
    try {
      return storage.delete(path);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete " + path + ": " + e.getMessage(), e);
    }
  }
}
