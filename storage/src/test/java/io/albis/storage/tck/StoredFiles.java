// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of a directory on any storage, for tests that inspect, count or damage them. Paths are
 * relative to the directory, with {@code /} between parts.
 *
 * <p>Local files are modified in place, because some tests do that for each byte. On other storages
 * a file is deleted and written again; readers that have the old file open may still read it.
 *
 * @param uri a URI or a local path, as for {@link Storage#open(String, Map)}
 */
public record StoredFiles(String uri) {

  /** Uses the page cache, which is a hundred times faster for files that were just written. */
  private Storage open() throws IOException {
    return Storage.open(uri, Map.of("io.direct", "never"));
  }

  /** Whether they are in the local file system. */
  private boolean isLocal() {
    return "file".equals(Storage.toUri(uri).getScheme());
  }

  private Path local(String path) {
    return Path.of(Storage.toUri(uri)).resolve(path);
  }

  /** The files in the directory and all below, ordered by path; none if there is no directory. */
  public List<String> list() throws IOException {
    List<String> found = new ArrayList<>();
    try (Storage storage = open()) {
      if (storage.exists("")) {
        list(storage, "", found);
      }
    }
    found.sort(null);
    return found;
  }

  private static void list(Storage storage, String directory, List<String> found)
      throws IOException {
    for (FileInfo entry : storage.list(directory)) {
      String path = directory.isEmpty() ? entry.name() : directory + "/" + entry.name();
      if (entry.isDirectory()) {
        list(storage, path, found);
      } else {
        found.add(path);
      }
    }
  }

  /** The files of {@link #list()} whose paths contain a text. */
  public List<String> list(String part) throws IOException {
    return list().stream().filter(path -> path.contains(part)).toList();
  }

  /** All bytes of a file. */
  public byte[] read(String path) throws IOException {
    try (Storage storage = open()) {
      return read(storage, path);
    }
  }

  private static byte[] read(Storage storage, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, Math.toIntExact(file.length()));
    }
  }

  /** The length of a file in bytes. */
  public long length(String path) throws IOException {
    try (Storage storage = open();
        ReadableFile file = storage.openFile(path)) {
      return file.length();
    }
  }

  /** Content of all files by path, as text that can be compared. */
  public Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Storage storage = open()) {
      List<String> paths = new ArrayList<>();
      list(storage, "", paths);
      for (String path : paths) {
        contents.put(path, new String(read(storage, path), StandardCharsets.ISO_8859_1));
      }
    }
    return contents;
  }

  /** Creates a file, or replaces its contents. */
  public void write(String path, byte[] content) throws IOException {
    if (isLocal()) {
      Files.createDirectories(local(path).getParent());
      try (RandomAccessFile file = new RandomAccessFile(local(path).toFile(), "rw")) {
        file.write(content);
        file.setLength(content.length);
      }
    } else {
      try (Storage storage = open()) {
        storage.delete(path);
        try (WritableFile file = storage.createFile(path)) {
          file.write(content);
          file.finish();
        }
      }
    }
  }

  /** Flips bits of one byte; a negative offset counts from the end of the file. */
  public void flip(String path, int offset, int mask) throws IOException {
    byte[] content = read(path);
    content[offset < 0 ? content.length + offset : offset] ^= (byte) mask;
    write(path, content);
  }

  /** Truncates a file to a length. */
  public void cut(String path, int length) throws IOException {
    write(path, Arrays.copyOf(read(path), length));
  }

  /** Deletes a file or an empty directory, which must exist. */
  public void delete(String path) throws IOException {
    try (Storage storage = open()) {
      if (!storage.delete(path)) {
        throw new IOException("Cannot delete " + path + ": there is no such file in " + uri);
      }
    }
  }

  /** Creates an empty directory and its parents. */
  public void makeDirectory(String path) throws IOException {
    // The storage interface cannot create directories by themselves; they are created with their
    // files.
    String file = path.isEmpty() ? "file" : path + "/file";
    write(file, new byte[0]);
    delete(file);
  }

  /** Copies all files into another directory, on any storage. */
  public void copyTo(String target) throws IOException {
    StoredFiles copy = new StoredFiles(target);
    for (String path : list()) {
      copy.write(path, read(path));
    }
  }
}
