// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.Diagnosis;
import io.albis.storage.FileInfo;
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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** A directory of the local file system. */
final class LocalStorage implements Storage {
  private static final String TEMPORARY = ".albis-tmp-";

  private final URI uri;
  private final Path root;
  private final LocalIo io;

  LocalStorage(URI uri, Path root, LocalIo io) {
    this.uri = uri;
    this.root = root;
    this.io = io;
  }

  @Override
  public URI root() {
    return uri;
  }

  @Override
  public ReadableFile openFile(String path) throws IOException {
    return LocalReadableFile.open(resolve(path), io);
  }

  @Override
  public WritableFile createFile(String path) throws IOException {
    Path file = resolve(path);
    DurableDirectories.create(file.getParent());
    return LocalWritableFile.create(file, io.mode(), io.metrics());
  }

  @Override
  public WritableFile createFileAtomically(String path) throws IOException {
    Path file = resolve(path);
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    DurableDirectories.create(file.getParent());
    Path temporary = file.resolveSibling(TEMPORARY + UUID.randomUUID());
    return LocalWritableFile.createAtomically(file, temporary, io.mode(), io.metrics());
  }

  @Override
  public void rename(String path, String name) throws IOException {
    Path file = resolve(path);
    // Unlike a rename, a link replaces nothing.
    Files.createLink(resolve(StoragePaths.sibling(path, name)), file);
    Files.delete(file);
    DurableDirectories.sync(file.getParent());
  }

  @Override
  public void renameDirectory(String path, String target) throws IOException {
    Path before = resolve(path);
    Path after = resolve(target);
    // The move would replace an empty directory.
    if (Files.exists(after, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(after.toString());
    }
    Files.move(before, after, StandardCopyOption.ATOMIC_MOVE);
    DurableDirectories.sync(before.getParent());
    DurableDirectories.sync(after.getParent());
  }

  @Override
  public void publish(String path, byte[] content) throws IOException {
    Path file = resolve(path);
    Path directory = file.getParent();
    Path temporary = directory.resolve(TEMPORARY + UUID.randomUUID());
    try {
      writeTemporary(temporary, content);
      Files.createLink(file, temporary);
    } finally {
      Files.deleteIfExists(temporary);
    }
    DurableDirectories.sync(directory);
    io.metrics().wrote(content.length, false);
  }

  /** Writes the file to publish under a temporary name. */
  private static void writeTemporary(Path temporary, byte[] content) throws NotPublishedException {
    try {
      DurableDirectories.create(temporary.getParent());
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer source = ByteBuffer.wrap(content);
        while (source.hasRemaining()) {
          channel.write(source);
        }
        channel.force(true);
      }
    } catch (IOException e) {
      throw new NotPublishedException(e);
    }
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
    List<FileInfo> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
      for (Path entry : stream) {
        String name = entry.getFileName().toString();
        if (filter.test(name)) {
          addInfo(entry, name, entries);
        }
      }
    } catch (NotDirectoryException e) {
      throw new NoSuchFileException(path.toString(), null, "not a directory");
    }
    entries.sort(Comparator.comparing(FileInfo::name));
    return entries;
  }

  private static void addInfo(Path entry, String name, List<FileInfo> entries) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(entry, BasicFileAttributes.class);
    } catch (NoSuchFileException gone) {
      return; // deleted since the directory was read, so it is not in the listing
    }
    boolean directory = attributes.isDirectory();
    entries.add(
        new FileInfo(
            name,
            directory,
            directory ? 0 : attributes.size(),
            attributes.lastModifiedTime().toInstant()));
  }

  @Override
  public boolean exists(String path) {
    return Files.exists(resolve(path));
  }

  @Override
  public boolean delete(String path) throws IOException {
    return Files.deleteIfExists(resolve(path));
  }

  @Override
  public void deleteRecursively(String path) throws IOException {
    Path start = resolve(path);
    if (!Files.exists(start, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.walkFileTree(
        start,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public List<Locations> locations(String path, long offset, long length) throws IOException {
    Path file = resolve(path);
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    return List.of(new Locations(offset, length, List.of("localhost")));
  }

  @Override
  public List<Diagnosis> diagnose() throws IOException {
    return LocalDoctor.diagnose(root, io.mode());
  }

  @Override
  public ReadCost readCost() {
    return io.readCost();
  }

  @Override
  public StorageMetrics metrics() {
    return io.metrics().snapshot();
  }

  @Override
  public void close() {}

  /** Returns the file at a relative path, which must not leave the root. */
  private Path resolve(String path) {
    return RelativePaths.resolve(root, path);
  }
}
