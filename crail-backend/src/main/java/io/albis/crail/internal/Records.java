// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.internal.backend.Reads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;

/**
 * The records of directories: the names of the files in them, which clients write to the blocks of
 * the directory after the name node has created, renamed or removed a file. So a record may be
 * missing, or be left over, and what was never written contains anything. The name node decides
 * whether a name exists.
 *
 * <p>A record has the length {@code crail.directoryrecord}: whether it is valid (4 bytes), the
 * length of the name (4 bytes), the name in UTF-8.
 */
final class Records {

  private static final int HEADER = 8;
  private static final int VALID = 1;

  private final CrailClient client;
  private final String path;

  /** For the records of files, of which one path is named in messages. */
  Records(CrailClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** The last part of a path. */
  static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Checks that the name of a file fits a record. */
  static void checkName(String path) throws FileSystemException {
    int length = name(path).getBytes(StandardCharsets.UTF_8).length;
    int most = CrailConstants.DIRECTORY_RECORD - HEADER;
    if (length > most) {
      throw new FileSystemException(
          path, null, "its name has " + length + " bytes, and Crail stores at most " + most);
    }
  }

  /**
   * Writes a record.
   *
   * @param block the block of the directory that contains it
   * @param offset in the directory
   */
  void write(BlockInfo block, long offset, String name, boolean isValid) throws IOException {
    int length = CrailConstants.DIRECTORY_RECORD;
    ByteBuffer staging = StagingPool.take();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    staging.order(ByteOrder.BIG_ENDIAN).putInt(isValid ? VALID : 0).putInt(bytes.length);
    staging.put(bytes).put(new byte[length - HEADER - bytes.length]);
    BlockRequest request =
        new BlockRequest.StagedWrite(
            0, (int) (offset % CrailConstants.BLOCK_SIZE), length, staging, 0);
    Transfer transfer =
        new Transfer(
            this, "write the record in the directory of " + path, List.of(request), () -> {});
    transfer.start(client, index -> block);
    try {
      Reads.await(transfer.future());
    } finally {
      StagingPool.give(staging);
    }
  }

  /** Finds the names in the contents of a directory, some of which may not exist. */
  static Set<String> names(byte[] contents) {
    Set<String> names = new TreeSet<>();
    ByteBuffer records = ByteBuffer.wrap(contents).order(ByteOrder.BIG_ENDIAN);
    int length = CrailConstants.DIRECTORY_RECORD;
    for (int at = 0; at + length <= contents.length; at += length) {
      int size = records.getInt(at + Integer.BYTES);
      if (records.getInt(at) == VALID && size > 0 && size <= length - HEADER) {
        String name = new String(contents, at + HEADER, size, StandardCharsets.UTF_8);
        if (name.indexOf('/') < 0 && !name.equals(".") && !name.equals("..")) {
          names.add(name);
        }
      }
    }
    return names;
  }
}
