// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.FileInfo;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** What a simulated storage holds. Requests have their effect at once, and without faults. */
final class SimulatedStore {

  /** Learns of what changes. */
  interface Observer {
    void published(String path, byte[] content, Object publisher);

    void deleted(String path);
  }

  static final String TEMPORARY = ".albis-tmp-";

  private final Semantics semantics;
  private final LongSupplier clock;
  private final TreeMap<String, StoredFile> files = new TreeMap<>();

  /** Of file systems; the root is the empty path. */
  private final NavigableSet<String> directories = new TreeSet<>();

  private Observer observer;
  private long lastId;

  SimulatedStore(Semantics semantics, LongSupplier clock) {
    this.semantics = semantics;
    this.clock = clock;
  }

  void setObserver(Observer other) {
    this.observer = other;
  }

  Semantics semantics() {
    return semantics;
  }

  /** The time in milliseconds, as the store sees it. */
  long now() {
    return clock.getAsLong();
  }

  /** Paths of all files. */
  synchronized List<String> paths() {
    return List.copyOf(files.keySet());
  }

  synchronized StoredFile find(String path) {
    return files.get(path);
  }

  synchronized StoredFile open(String path) throws NoSuchFileException {
    StoredFile file = files.get(path);
    if (file == null) {
      throw new NoSuchFileException(path);
    }
    return file;
  }

  /** A hash of all that it holds. */
  synchronized long hash() {
    long hash = directories.hashCode();
    for (Map.Entry<String, StoredFile> entry : files.entrySet()) {
      hash = entry.getValue().mix(Hashes.mix(hash, entry.getKey()));
    }
    return hash;
  }

  /** A file that does not exist yet, or only for its writer. */
  synchronized StoredFile newFile() {
    return new StoredFile(++lastId, clock.getAsLong());
  }

  synchronized void requireAbsent(String path) throws FileAlreadyExistsException {
    if (files.containsKey(path) || directories.contains(path)) {
      throw new FileAlreadyExistsException(path);
    }
  }

  /** Makes a file appear, in place of another one if there is one. */
  synchronized void put(String path, StoredFile file) {
    file.modified(clock.getAsLong());
    if (!semantics.isObjectStore()) {
      for (int i = path.lastIndexOf('/'); i >= 0; i = path.lastIndexOf('/', i - 1)) {
        directories.add(path.substring(0, i));
      }
      directories.add("");
    }
    files.put(path, file);
  }

  synchronized void putIfAbsent(String path, StoredFile file) throws FileAlreadyExistsException {
    requireAbsent(path);
    put(path, file);
  }

  synchronized void publish(String path, byte[] content, long unlistedMillis, Object publisher)
      throws FileAlreadyExistsException {
    StoredFile file = newFile();
    file.append(content, 0, content.length);
    file.unlistedUntil(clock.getAsLong() + unlistedMillis);
    putIfAbsent(path, file);
    if (observer != null) {
      observer.published(path, content, publisher);
    }
  }

  synchronized void rename(String path, String target) throws IOException {
    StoredFile file = open(path);
    putIfAbsent(target, file);
    files.remove(path);
  }

  synchronized boolean exists(String path) {
    return files.containsKey(path) || isDirectory(path);
  }

  private boolean isDirectory(String path) {
    return directories.contains(path) || hasFilesIn(path);
  }

  private boolean hasFilesIn(String directory) {
    if (directory.isEmpty()) {
      return !files.isEmpty();
    }
    String first = files.ceilingKey(directory + "/");
    return first != null && first.startsWith(directory + "/");
  }

  synchronized boolean delete(String path) throws IOException {
    if (files.remove(path) != null) {
      if (observer != null) {
        observer.deleted(path);
      }
      return true;
    }
    if (hasFilesIn(path)) {
      throw new DirectoryNotEmptyException(path);
    }
    return directories.remove(path);
  }

  synchronized void deleteRecursively(String path) {
    String prefix = path.isEmpty() ? "" : path + "/";
    files.keySet().removeIf(name -> name.equals(path) || name.startsWith(prefix));
    directories.removeIf(name -> name.equals(path) || name.startsWith(prefix));
  }

  synchronized List<FileInfo> list(String directory, boolean isTemporary)
      throws NoSuchFileException {
    if (files.containsKey(directory) || !isDirectory(directory)) {
      throw new NoSuchFileException(directory);
    }
    String prefix = directory.isEmpty() ? "" : directory + "/";
    Map<String, FileInfo> found = new TreeMap<>();
    for (String path : directories.tailSet(prefix, true)) {
      if (!path.startsWith(prefix)) {
        break;
      }
      addDirectory(path, prefix, found);
    }
    for (Map.Entry<String, StoredFile> entry : files.tailMap(prefix, true).entrySet()) {
      String path = entry.getKey();
      if (!path.startsWith(prefix)) {
        break;
      }
      if (path.indexOf('/', prefix.length()) >= 0) {
        addDirectory(path, prefix, found);
      } else if (clock.getAsLong() >= entry.getValue().unlistedUntil()) {
        String name = path.substring(prefix.length());
        found.put(
            name,
            new FileInfo(
                name,
                false,
                entry.getValue().length(),
                Instant.ofEpochMilli(entry.getValue().modified())));
      }
    }
    List<FileInfo> listed = new ArrayList<>(found.values());
    listed.removeIf(info -> info.name().startsWith(TEMPORARY) != isTemporary);
    return listed;
  }

  private void addDirectory(String path, String prefix, Map<String, FileInfo> found) {
    int slash = path.indexOf('/', prefix.length());
    String name = path.substring(prefix.length(), slash < 0 ? path.length() : slash);
    if (!name.isEmpty()) {
      found.putIfAbsent(name, new FileInfo(name, true, 0, Instant.EPOCH));
    }
  }
}
