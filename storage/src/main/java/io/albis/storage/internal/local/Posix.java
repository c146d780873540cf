// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of the C library of Linux that open and read files. */
final class Posix {

  private static final Logger LOG = LoggerFactory.getLogger(Posix.class);

  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EACCES = 13;
  static final int EINVAL = 22;

  private static final int CLOSE_ON_EXEC = 0x80000;

  /** O_DIRECT, whose value depends on the processor; 0 if it is unknown. */
  private static final int DIRECT = direct();

  /** The encoding of file names. */
  private static final Charset FILE_NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  private static final boolean AVAILABLE = register();

  private Posix() {}

  private static int direct() {
    return switch (Platform.ARCH) {
      case "x86-64", "s390x", "riscv64", "loongarch64" -> 0x4000;
      case "aarch64" -> 0x10000;
      case "ppc64le", "ppc64" -> 0x20000;
      default -> 0;
    };
  }

  private static boolean register() {
    if (!Platform.isLinux() || !Platform.is64Bit() || DIRECT == 0) {
      return false;
    }
    try {
      Native.register(Posix.class, Platform.C_LIBRARY_NAME);
      return true;
    } catch (LinkageError | RuntimeException e) {
      LOG.warn("Cannot call the C library; reading files through Java channels: {}", e.toString());
      return false;
    }
  }

  /** Whether the methods of this class can be called. */
  static boolean isAvailable() {
    return AVAILABLE;
  }

  private static native int open(byte[] path, int flags) throws LastErrorException;

  static native int close(int descriptor) throws LastErrorException;

  static native long pread(int descriptor, long address, long length, long offset)
      throws LastErrorException;

  /** Reads into {@code count} buffers, each given by its address and length. */
  static native long preadv(int descriptor, long vectors, int count, long offset)
      throws LastErrorException;

  /** Opens a file for reading and returns its descriptor. */
  static int openToRead(Path path, boolean isDirect) throws LastErrorException {
    byte[] name = (path + "\0").getBytes(FILE_NAMES);
    int flags = CLOSE_ON_EXEC | (isDirect ? DIRECT : 0);
    while (true) {
      try {
        return open(name, flags);
      } catch (LastErrorException e) {
        if (e.getErrorCode() != EINTR) {
          throw e;
        }
      }
    }
  }
}
