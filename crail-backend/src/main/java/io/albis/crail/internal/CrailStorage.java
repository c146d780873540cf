// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.CrailSettings.Placement;
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
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** A directory of Crail. */
final class CrailStorage implements Storage {

  private static final String TEMPORARY = ".albis-tmp-";

  private final URI uri;

  /** The path of the directory, without a slash at the end: empty for the root of the cluster. */
  private final String root;

  private final CrailSettings settings;
  private final CrailClient client;
  private final CrailNames names;
  private final Directories directories;
  private final CrailMetrics metrics = new CrailMetrics();
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private CrailStorage(URI uri, String root, CrailSettings settings, CrailClient client) {
    this.uri = uri;
    this.root = root;
    this.settings = settings;
    this.client = client;
    this.names = new CrailNames(client);
    this.directories = new Directories(client, names);
  }

  static CrailStorage open(URI uri, CrailSettings settings) throws IOException {
    String path = uri.getPath() == null ? "" : uri.getPath();
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return new CrailStorage(uri, path, settings, CrailClient.acquire(uri, settings));
  }

  @Override
  public URI root() {
    return uri;
  }

  @Override
  public ReadableFile openFile(String path) throws IOException {
    String absolute = resolve(path);
    CrailNames.Node node = names.require(absolute);
    if (node.isDirectory()) {
      throw new NoSuchFileException(absolute, null, "it is a directory");
    }
    return new CrailReadableFile(client, metrics, absolute, node, settings.readCost().maxGap());
  }

  @Override
  public WritableFile createFile(String path) throws IOException {
    String absolute = resolve(path);
    return create(absolute, absolute);
  }

  @Override
  public WritableFile createFileAtomically(String path) throws IOException {
    String absolute = resolve(path);
    if (names.find(absolute) != null) {
      throw new FileAlreadyExistsException(absolute);
    }
    return create(absolute, temporary(absolute));
  }

  @Override
  public void rename(String path, String name) throws IOException {
    String absolute = resolve(path);
    String target = resolve(StoragePaths.sibling(path, name));
    new CrailPublishing(client, names).rename(absolute, target, names.require(absolute));
  }

  private WritableFile create(String target, String path) throws IOException {
    names.createDirectories(CrailNames.parent(path), settings.metadata());
    return CrailWritableFile.create(client, metrics, target, path, placement(target));
  }

  /** Files below a directory whose name begins with an underscore are metadata. */
  private Placement placement(String path) {
    return path.substring(root.length()).contains("/_") ? settings.metadata() : settings.data();
  }

  private static String temporary(String path) {
    return CrailNames.parent(path) + "/" + TEMPORARY + UUID.randomUUID();
  }

  @Override
  public void publish(String path, byte[] content) throws IOException {
    String target = resolve(path);
    String temporary = temporary(target);
    try (WritableFile file = startPublishing(target, temporary, content)) {
      file.finish();
    }
  }

  private WritableFile startPublishing(String target, String temporary, byte[] content)
      throws IOException {
    if (names.find(target) != null) {
      throw new FileAlreadyExistsException(target);
    }
    try {
      names.createDirectories(CrailNames.parent(temporary), settings.metadata());
      WritableFile file =
          CrailWritableFile.create(client, metrics, target, temporary, settings.metadata());
      boolean isWritten = false;
      try {
        file.write(content);
        isWritten = true;
      } finally {
        if (!isWritten) {
          file.close();
        }
      }
      return file;
    } catch (IOException e) {
      throw new NotPublishedException(e);
    }
  }

  @Override
  public List<FileInfo> list(String directory) throws IOException {
    return directories.list(resolve(directory), name -> !name.startsWith(TEMPORARY));
  }

  @Override
  public List<FileInfo> listTemporary(String directory) throws IOException {
    return directories.list(resolve(directory), name -> name.startsWith(TEMPORARY));
  }

  @Override
  public boolean exists(String path) throws IOException {
    return names.find(resolve(path)) != null;
  }

  @Override
  public boolean delete(String path) throws IOException {
    String absolute = resolve(path);
    CrailNames.Node node = names.find(absolute);
    if (node == null) {
      return false;
    }
    // The name node would delete the contents too.
    if (node.isDirectory() && !directories.list(absolute, name -> true).isEmpty()) {
      throw new DirectoryNotEmptyException(absolute);
    }
    return names.remove(absolute);
  }

  @Override
  public void deleteRecursively(String path) throws IOException {
    String absolute = resolve(path);
    if (!absolute.isEmpty()) {
      names.remove(absolute);
      return;
    }
    for (FileInfo entry : directories.list(absolute, name -> true)) {
      names.remove(absolute + "/" + entry.name());
    }
  }

  @Override
  public List<Locations> locations(String path, long offset, long length) throws IOException {
    String absolute = resolve(path);
    return directories.locations(absolute, names.require(absolute), offset, length);
  }

  @Override
  public List<Diagnosis> diagnose() throws IOException {
    return new CrailDoctor(client, names, root.isEmpty() ? "/" : root).diagnose();
  }

  @Override
  public ReadCost readCost() {
    return settings.readCost();
  }

  @Override
  public StorageMetrics metrics() {
    return metrics.snapshot();
  }

  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      client.release();
    }
  }

  private String resolve(String path) {
    StoragePaths.check(path, uri);
    return path.isEmpty() ? root : root + "/" + path;
  }
}
