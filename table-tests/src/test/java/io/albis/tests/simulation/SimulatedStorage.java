// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.FileInfo;
import io.albis.storage.Locations;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.StoragePaths;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A directory in a {@link SimulatedStore}, as a process sees it. */
final class SimulatedStorage implements Storage {

  private final URI root;

  /** The path of the root in the store. */
  private final String directory;

  private final SimulatedStore store;

  /** Null outside a simulation: requests then have their effect at once. */
  private final SimulatedProcess process;

  final AtomicLong bytesRead = new AtomicLong();
  final AtomicLong reads = new AtomicLong();
  final AtomicLong bytesWritten = new AtomicLong();
  final AtomicLong writes = new AtomicLong();

  /**
   * Opens a directory.
   *
   * @param directory its path in the store; empty for all that the store holds
   * @param process whose requests these are; null if they are none of a simulation
   */
  SimulatedStorage(URI root, String directory, SimulatedStore store, SimulatedProcess process) {
    this.root = root;
    this.directory = directory;
    this.store = store;
    this.process = process;
  }

  /** The effect of a request. */
  interface Effect<T> {
    T apply() throws IOException;
  }

  <T> T call(Operation operation, String path, Effect<T> effect) throws IOException {
    return process == null ? effect.apply() : process.call(operation, path, effect);
  }

  SimulatedStore store() {
    return store;
  }

  /** The path in the store. */
  private String resolve(String path) {
    String checked = StoragePaths.check(path, root);
    if (directory.isEmpty() || checked.isEmpty()) {
      return directory + checked;
    }
    return directory + "/" + checked;
  }

  @Override
  public URI root() {
    return root;
  }

  @Override
  public ReadableFile openFile(String name) throws IOException {
    String path = resolve(name);
    StoredFile file = call(Operation.OPEN, path, () -> store.open(path));
    return new SimulatedReadableFile(this, path, file);
  }

  @Override
  public WritableFile createFile(String name) throws IOException {
    return create(name, false);
  }

  @Override
  public WritableFile createFileAtomically(String name) throws IOException {
    return create(name, true);
  }

  private WritableFile create(String name, boolean isAtomic) throws IOException {
    String path = resolve(name);
    StoredFile file =
        call(
            Operation.CREATE,
            path,
            () -> {
              store.requireAbsent(path);
              StoredFile created = store.newFile();
              if (!isAtomic && !store.semantics().isObjectStore()) {
                store.put(path, created);
              }
              return created;
            });
    return new SimulatedWritableFile(this, path, file, isAtomic);
  }

  @Override
  public void rename(String before, String name) throws IOException {
    String path = resolve(before);
    String target = resolve(StoragePaths.sibling(before, name));
    call(
        Operation.RENAME,
        path,
        () -> {
          store.rename(path, target);
          return null;
        });
  }

  @Override
  public void publish(String name, byte[] content) throws IOException {
    String path = resolve(name);
    if (store.semantics() == Semantics.UNCONDITIONAL) {
      throw new IOException(
          "Cannot publish " + path + ": the store does not support conditional creation");
    }
    Object publisher = process == null ? null : process.attempt();
    long unlisted = process == null ? 0 : process.unlistedMillis();
    try {
      call(
          Operation.PUBLISH,
          path,
          () -> {
            store.publish(path, content, unlisted, publisher);
            return null;
          });
    } catch (FileAlreadyExistsException e) {
      if (!store.semantics().isObjectStore()) {
        throw e;
      }
      StoredFile found = store.find(path);
      boolean isOwn =
          found != null
              && Arrays.equals(found.bytes(), 0, found.length(), content, 0, content.length);
      // As the backends do: an earlier attempt of the client may have created it.
      throw isOwn ? new IOException("Failed to publish " + path, e) : e;
    }
    bytesWritten.addAndGet(content.length);
    writes.incrementAndGet();
  }

  @Override
  public List<FileInfo> list(String name) throws IOException {
    String path = resolve(name);
    return call(Operation.LIST, path, () -> store.list(path, false));
  }

  @Override
  public List<FileInfo> listTemporary(String name) throws IOException {
    String path = resolve(name);
    return call(Operation.LIST, path, () -> store.list(path, true));
  }

  @Override
  public boolean exists(String name) throws IOException {
    String path = resolve(name);
    return call(Operation.EXISTS, path, () -> store.exists(path));
  }

  @Override
  public boolean delete(String name) throws IOException {
    String path = resolve(name);
    return call(Operation.DELETE, path, () -> store.delete(path));
  }

  @Override
  public void deleteRecursively(String name) throws IOException {
    String path = resolve(name);
    call(
        Operation.DELETE,
        path,
        () -> {
          store.deleteRecursively(path);
          return null;
        });
  }

  @Override
  public List<Locations> locations(String path, long offset, long length) throws IOException {
    if (store.find(resolve(path)) == null) {
      throw new NoSuchFileException(path);
    }
    return List.of(new Locations(offset, length, List.of("localhost")));
  }

  @Override
  public StorageMetrics metrics() {
    return new StorageMetrics(
        bytesRead.get(),
        reads.get(),
        0,
        bytesRead.get(),
        bytesWritten.get(),
        writes.get(),
        0,
        bytesWritten.get(),
        Map.of());
  }

  @Override
  public void close() throws IOException {
    call(Operation.CLOSE, directory, () -> null);
  }
}
