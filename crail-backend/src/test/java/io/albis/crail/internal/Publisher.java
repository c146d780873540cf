// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * A process that publishes the same files as others, and prints the numbers of those that it was
 * first to publish. It checks that every file that it can see is complete.
 */
final class Publisher {

  static final int LENGTH = 100_000;

  private Publisher() {}

  public static void main(String[] arguments) throws IOException {
    byte[] content = new byte[LENGTH];
    Arrays.fill(content, Byte.parseByte(arguments[1]));
    StringJoiner won = new StringJoiner(",");
    try (Storage storage = Storage.open(arguments[0], TestCrail.options())) {
      for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
        try {
          storage.publish("_albis/" + i, content);
          won.add(String.valueOf(i));
        } catch (FileAlreadyExistsException e) {
          check(storage, "_albis/" + i);
        }
        for (FileInfo entry : storage.list("_albis")) {
          if (entry.length() != LENGTH) {
            throw new IOException(entry + " is incomplete");
          }
        }
      }
    }
    System.out.println("won " + won);
  }

  static void check(Storage storage, String path) throws IOException {
    try (ReadableFile file = storage.openFile(path)) {
      byte[] read = file.readBytes(0, (int) file.length());
      byte[] expected = new byte[LENGTH];
      Arrays.fill(expected, read[0]);
      if (!ByteBuffer.wrap(read).equals(ByteBuffer.wrap(expected))) {
        throw new IOException(path + " is incomplete");
      }
    }
  }
}
