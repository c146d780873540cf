// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.delay;

import io.albis.storage.FileInfo;
import io.albis.storage.Locations;
import io.albis.storage.ReadCost;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageMetrics;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** A storage whose requests to read wait. Everything else is that of the storage below it. */
final class DelayedStorage implements Storage {

  private final URI root;
  private final Storage storage;
  private final Delay delay;
  private final ReadCost cost;

  DelayedStorage(URI root, Storage storage, Delay delay, ReadCost cost) {
    this.root = root;
    this.storage = storage;
    this.delay = delay;
    this.cost = cost;
  }

  @Override
  public URI root() {
    return root;
  }

  @Override
  public String user() {
    return storage.user();
  }

  @Override
  public ReadableFile openFile(String path) throws IOException {
    return new DelayedFile(storage.openFile(path), delay, cost.maxGap());
  }

  @Override
  public WritableFile createFile(String path) throws IOException {
    return storage.createFile(path);
  }

  @Override
  public WritableFile createFile(String path, long expectedLength) throws IOException {
    return storage.createFile(path, expectedLength);
  }

  @Override
  public WritableFile createFileAtomically(String path) throws IOException {
    return storage.createFileAtomically(path);
  }

  @Override
  public void rename(String path, String name) throws IOException {
    storage.rename(path, name);
  }

  @Override
  public long naturalFileLength() {
    return storage.naturalFileLength();
  }

  @Override
  public void publish(String path, byte[] content) throws IOException {
    storage.publish(path, content);
  }

  @Override
  public List<FileInfo> list(String directory) throws IOException {
    return storage.list(directory);
  }

  @Override
  public List<FileInfo> listTemporary(String directory) throws IOException {
    return storage.listTemporary(directory);
  }

  @Override
  public boolean exists(String path) throws IOException {
    return storage.exists(path);
  }

  @Override
  public boolean delete(String path) throws IOException {
    return storage.delete(path);
  }

  @Override
  public void deleteRecursively(String path) throws IOException {
    storage.deleteRecursively(path);
  }

  @Override
  public List<Locations> locations(String path, long offset, long length) throws IOException {
    return storage.locations(path, offset, length);
  }

  @Override
  public ReadCost readCost() {
    return cost;
  }

  @Override
  public StorageMetrics metrics() {
    StorageMetrics below = storage.metrics();
    return new StorageMetrics(
        below.bytesRead(),
        delay.requests(),
        below.directBytesRead(),
        below.bufferedBytesRead(),
        below.bytesWritten(),
        below.writeRequests(),
        below.directBytesWritten(),
        below.bufferedBytesWritten(),
        below.bytesByReadPath());
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }
}
