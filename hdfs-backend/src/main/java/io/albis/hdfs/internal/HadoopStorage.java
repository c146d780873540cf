// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HdfsFile;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.storage.Diagnosis;
import io.albis.storage.FileInfo;
import io.albis.storage.FileRange;
import io.albis.storage.Locations;
import io.albis.storage.NotPublishedException;
import io.albis.storage.ReadCost;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.StoragePaths;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** A directory of a Hadoop file system. */
final class HadoopStorage implements Storage {

  private static final String TEMPORARY = ".albis-tmp-";

  private final URI uri;
  private final Path root;
  private final HadoopClient client;
  private final FileSystem fileSystem;
  private final HadoopSettings settings;
  private final BlockFiles blockFiles;
  private final FileCreation newFiles;
  private final HadoopMetrics metrics = new HadoopMetrics();
  private final AtomicBoolean closed = new AtomicBoolean();

  private HadoopStorage(URI uri, HadoopClient client, HadoopSettings settings) {
    this.uri = uri;
    this.client = client;
    this.fileSystem = client.fileSystem();
    this.root = fileSystem.makeQualified(new Path(uri));
    this.settings = settings;
    this.blockFiles = new BlockFiles(settings, client);
    this.newFiles = new FileCreation(client, settings, blockFiles, metrics);
  }

  static HadoopStorage open(URI root, HadoopSettings settings) throws IOException {
    return new HadoopStorage(root, HadoopClient.open(root, settings), settings);
  }

  @Override
  public URI root() {
    return uri;
  }

  @Override
  public String user() {
    return client.user().toString();
  }

  @Override
  public ReadCost readCost() {
    return "hdfs".equals(fileSystem.getUri().getScheme())
        ? settings.hdfsCost()
        : settings.otherCost();
  }

  @Override
  public ReadableFile openFile(String path) throws IOException {
    Path file = resolve(path);
    client.retain();
    try {
      return open(file);
    } catch (IOException e) {
      client.release();
      throw HadoopErrors.translate(e, file);
    } catch (RuntimeException e) {
      client.release();
      throw e;
    }
  }

  private ReadableFile open(Path file) throws IOException {
    FSDataInputStream stream = openStream(file);
    try {
      ClientReads reads = new ClientReads(file, stream, metrics);
      if (HdfsFiles.isHdfs(stream)) {
        HdfsFile opened = blockFiles.file(stream);
        return new HdfsReadableFile(
            file, client, opened, reads, blockFiles, readCost().maxGap(), metrics);
      }
      return new HadoopReadableFile(
          client, fileSystem.getFileStatus(file), reads, readCost().maxGap(), metrics);
    } catch (IOException | RuntimeException e) {
      try (stream) {
        throw e;
      }
    }
  }

  private FSDataInputStream openStream(Path file) throws IOException {
    FSDataInputStream stream = fileSystem.open(file);
    if (settings.dropsBehind()) {
      HdfsFiles.dropBehind(stream);
    }
    return stream;
  }

  @Override
  public WritableFile createFile(String path) throws IOException {
    return createFile(path, settings.blockSize());
  }

  @Override
  public WritableFile createFile(String path, long expectedLength) throws IOException {
    Path file = resolve(path);
    return newFiles.create(file, file, expectedLength);
  }

  /** An object appears when it is complete. */
  @Override
  public WritableFile createFileAtomically(String path) throws IOException {
    Path file = resolve(path);
    if (fileSystem.exists(file)) {
      throw new java.nio.file.FileAlreadyExistsException(file.toString());
    }
    if (Publishing.isByCondition(fileSystem)) {
      return newFiles.createObject(file);
    }
    Path temporary = resolve(parent(path) + TEMPORARY + UUID.randomUUID());
    return newFiles.create(file, temporary, settings.blockSize());
  }

  /** Object stores copy, because their renames replace what exists. */
  @Override
  public void rename(String path, String name) throws IOException {
    if (Publishing.isByCondition(fileSystem)) {
      Storage.super.rename(path, name);
      return;
    }
    Path target = resolve(StoragePaths.sibling(path, name));
    try {
      Publishing.rename(client, resolve(path), target);
    } catch (IOException e) {
      throw HadoopErrors.translate(e, target);
    }
  }

  /** On HDFS only: others may copy. */
  @Override
  public void renameDirectory(String path, String target) throws IOException {
    Path after = resolve(target);
    try {
      if (!HdfsFiles.renameExclusively(fileSystem, resolve(path), after)) {
        Storage.super.renameDirectory(path, target);
      }
    } catch (IOException e) {
      throw HadoopErrors.translate(e, after);
    }
  }

  /** The block size of new files on HDFS. */
  @Override
  public long naturalFileLength() {
    return fileSystem.getScheme().equals("hdfs") ? settings.blockSize() : 0;
  }

  @Override
  public void publish(String path, byte[] content) throws IOException {
    Path file = resolve(path);
    try {
      if (Publishing.isByCondition(fileSystem)) {
        Publishing.createIfAbsent(fileSystem, file, content);
      } else {
        String temporary = parent(path) + TEMPORARY + UUID.randomUUID();
        try {
          writeTemporary(temporary, content);
          Publishing.rename(client, resolve(temporary), file);
        } finally {
          delete(temporary);
        }
      }
    } catch (IOException e) {
      throw HadoopErrors.translate(e, file);
    }
  }

  /** Writes the file to publish under a temporary name. */
  private void writeTemporary(String temporary, byte[] content) throws NotPublishedException {
    try (WritableFile written = createFile(temporary)) {
      written.write(content);
      written.finish();
    } catch (IOException e) {
      throw new NotPublishedException(e);
    }
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  @Override
  public List<FileInfo> list(String directory) throws IOException {
    return list(directory, name -> !name.startsWith(TEMPORARY));
  }

  @Override
  public List<FileInfo> listTemporary(String directory) throws IOException {
    return list(directory, name -> name.startsWith(TEMPORARY));
  }

  private List<FileInfo> list(String directory, Predicate<String> filter) throws IOException {
    Path path = resolve(directory);
    FileStatus[] statuses;
    try {
      statuses = fileSystem.listStatus(path);
    } catch (IOException e) {
      throw HadoopErrors.translate(e, path);
    }
    List<FileInfo> entries = new ArrayList<>();
    for (FileStatus status : statuses) {
      if (status.isFile() && status.getPath().equals(path)) {
        throw new java.nio.file.NoSuchFileException(path.toString(), null, "not a directory");
      }
      String name = status.getPath().getName();
      if (filter.test(name)) {
        entries.add(
            new FileInfo(
                name,
                status.isDirectory(),
                status.isDirectory() ? 0 : status.getLen(),
                Instant.ofEpochMilli(status.getModificationTime())));
      }
    }
    entries.sort(Comparator.comparing(FileInfo::name));
    return entries;
  }

  @Override
  public boolean exists(String path) throws IOException {
    return fileSystem.exists(resolve(path));
  }

  @Override
  public boolean delete(String path) throws IOException {
    return fileSystem.delete(resolve(path), false);
  }

  @Override
  public void deleteRecursively(String path) throws IOException {
    fileSystem.delete(resolve(path), true);
  }

  @Override
  public List<Locations> locations(String path, long offset, long length) throws IOException {
    Path file = resolve(path);
    try {
      return BlockLocations.of(
          fileSystem.getFileBlockLocations(file, offset, length), offset, length);
    } catch (IOException e) {
      throw HadoopErrors.translate(e, file);
    }
  }

  @Override
  public List<List<Locations>> locations(List<FileRange> ranges) throws IOException {
    Set<Path> directories = new LinkedHashSet<>();
    ranges.forEach(range -> directories.add(resolve(range.path()).getParent()));
    Map<Path, BlockLocation[]> known = locationsIn(new ArrayList<>(directories));
    List<List<Locations>> found = new ArrayList<>();
    for (FileRange range : ranges) {
      BlockLocation[] blocks = known.get(resolve(range.path()));
      found.add(
          blocks == null
              ? locations(range.path(), range.offset(), range.length())
              : BlockLocations.of(blocks, range.offset(), range.length()));
    }
    return found;
  }

  private Map<Path, BlockLocation[]> locationsIn(List<Path> directories) throws IOException {
    try {
      return HdfsFiles.locations(fileSystem, directories);
    } catch (AccessControlException e) {
      // Files can be looked up by name without permission to list their directory.
      return Map.of();
    }
  }

  @Override
  public List<Diagnosis> diagnose() throws IOException {
    return new HadoopDoctor(client, root, settings, blockFiles).diagnose();
  }

  @Override
  public StorageMetrics metrics() {
    return metrics.snapshot(blockFiles.metrics());
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      blockFiles.close();
      client.release();
    }
  }

  private Path resolve(String path) {
    String checked = StoragePaths.check(path, uri);
    return checked.isEmpty() ? root : new Path(root, checked);
  }
}
