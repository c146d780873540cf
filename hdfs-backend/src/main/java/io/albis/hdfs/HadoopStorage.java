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

import io.albis.hdfs.adapter.HdfsFiles;
import io.albis.storage.FileInfo;
import io.albis.storage.Locations;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.StoragePaths;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A directory of a Hadoop file system. */
final class HadoopStorage implements Storage {

  private static final String TEMPORARY = ".albis-tmp-";

  private final URI uri;
  private final Path root;
  private final HadoopClient client;
  private final FileSystem fileSystem;
  private final HadoopSettings settings;
  private final BlockFiles blockFiles;
  private final HadoopMetrics metrics = new HadoopMetrics();
  private final AtomicBoolean closed = new AtomicBoolean();

  private HadoopStorage(URI uri, HadoopClient client, HadoopSettings settings) {
    this.uri = uri;
    this.client = client;
    this.fileSystem = client.fileSystem();
    this.root = fileSystem.makeQualified(new Path(uri));
    this.settings = settings;
    this.blockFiles = new BlockFiles(settings, client, metrics);
  }

  static HadoopStorage open(URI root, HadoopSettings settings) throws IOException {
    return new HadoopStorage(root, HadoopClient.open(root, settings), settings);
  }

  @Override
  public URI root() {
    return uri;
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
    FSDataInputStream stream = fileSystem.open(file);
    try {
      if (settings.dropsBehind()) {
        HdfsFiles.dropBehind(stream);
      }
      ClientReads reads = new ClientReads(file, stream, metrics);
      if (HdfsFiles.isHdfs(stream)) {
        return HdfsReadableFile.of(file, client, stream, reads, blockFiles, metrics);
      }
      FileStatus status = fileSystem.getFileStatus(file);
      return new HadoopReadableFile(client, status, reads, metrics);
    } catch (IOException | RuntimeException e) {
      try (stream) {
        throw e;
      }
    }
  }

  @Override
  public WritableFile createFile(String path) throws IOException {
    Path file = resolve(path);
    client.retain();
    try {
      return HadoopWritableFile.create(file, client, settings, blockFiles, metrics);
    } catch (IOException e) {
      client.release();
      throw HadoopErrors.translate(e, file);
    } catch (RuntimeException e) {
      client.release();
      throw e;
    }
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
          try (WritableFile written = createFile(temporary)) {
            written.write(content);
            written.finish();
          }
          Publishing.rename(client, resolve(temporary), file);
        } finally {
          delete(temporary);
        }
      }
    } catch (IOException e) {
      throw HadoopErrors.translate(e, file);
    }
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  @Override
  public List<FileInfo> list(String directory) throws IOException {
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
      if (!name.startsWith(TEMPORARY)) {
        entries.add(
            new FileInfo(
                name,
                status.isDirectory() ? FileInfo.Kind.DIRECTORY : FileInfo.Kind.FILE,
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
      List<Locations> parts = new ArrayList<>();
      long next = offset;
      for (BlockLocation block : fileSystem.getFileBlockLocations(file, offset, length)) {
        long end = Math.min(offset + length, block.getOffset() + block.getLength());
        if (end > next) {
          parts.add(new Locations(next, end - next, List.of(block.getHosts())));
          next = end;
        }
      }
      if (next < offset + length) {
        parts.add(new Locations(next, offset + length - next, List.of()));
      }
      return parts;
    } catch (IOException e) {
      throw HadoopErrors.translate(e, file);
    }
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
