// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.hdfs.internal.adapter.HdfsBlock;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.UserGroupInformation;

/** Files of random bytes, to check what is read and on which read path. */
final class TestFiles {

  /** Three blocks of the storages that a {@link TestCluster} opens. */
  static final int LENGTH = (2 << 20) + 4321;

  static final String BLOCK_FILE = "block-file";
  static final String CLIENT = "client";

  private TestFiles() {}

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Writes a file and returns its contents. */
  static byte[] write(Storage storage, String path) throws IOException {
    byte[] bytes = bytes(LENGTH);
    try (WritableFile file = storage.createFile(path)) {
      file.write(ByteBuffer.wrap(bytes));
      file.finish();
    }
    return bytes;
  }

  /** Reads a whole file into off-heap memory. */
  static byte[] read(ReadableFile file) throws IOException {
    return read(file, 0, (int) file.length());
  }

  static byte[] read(ReadableFile file, long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (BufferAllocator allocator = BufferAllocator.create("test", 64 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(length);
      try {
        file.read(List.of(new ReadRequest(offset, length, buffer, 0)));
        buffer.getBytes(0, bytes, 0, length);
      } finally {
        buffer.release();
      }
    }
    return bytes;
  }

  /** Opens and reads a whole file, and checks that all of it was read on one read path. */
  static void assertReads(Storage storage, String path, byte[] expected, String way)
      throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      assertReads(storage, file, expected, way);
    }
  }

  static void assertReads(Storage storage, ReadableFile file, byte[] expected, String way)
      throws IOException {
    long before = read(storage, way);
    long all = read(storage);
    assertThat(Arrays.equals(read(file), expected)).as("bytes of %s", file.path()).isTrue();
    assertThat(read(storage, way) - before)
        .as("bytes of %s on path %s of %s", file.path(), way, storage.metrics().bytesByReadPath())
        .isEqualTo(expected.length);
    assertThat(read(storage) - all).isEqualTo(expected.length);
  }

  private static long read(Storage storage, String way) {
    return storage.metrics().bytesByReadPath().getOrDefault(way, 0L);
  }

  private static long read(Storage storage) {
    return storage.metrics().bytesByReadPath().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Why the blocks of a file are not read from their files for the current user, for all nodes. */
  static List<String> refusals(FileSystem fileSystem, Path path, Configuration configuration)
      throws IOException {
    try (FSDataInputStream stream = fileSystem.open(path)) {
      return HdfsFiles.file(stream, UserGroupInformation.getCurrentUser(), configuration)
          .blocks()
          .stream()
          .map(HdfsBlock::localNodes)
          .flatMap(List::stream)
          .map(DataNode::refusal)
          .flatMap(Optional::stream)
          .distinct()
          .toList();
    }
  }
}
