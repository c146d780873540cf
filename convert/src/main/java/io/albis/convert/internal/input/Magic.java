// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.error.InvalidArgumentException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Recognizes the format of files that are not text by their first bytes, in ISO 8859-1. */
final class Magic {

  /** Bytes that tell the format. */
  static final int LENGTH = 8;

  private static final String PARQUET = "PAR1";

  /** Starts Parquet files whose footer is encrypted. */
  private static final String ENCRYPTED_PARQUET = "PARE";

  private static final String ORC = "ORC";
  private static final String ARROW = "ARRO";

  /** Starts the first message of a stream. */
  private static final String ARROW_STREAM = "\u00ff\u00ff\u00ff\u00ff";

  private static final String FEATHER_1 = "FEA1";
  private static final int SHOWN_BYTES = 4;
  private static final int ALIGNMENT = 8;

  private Magic() {}

  static String of(byte[] start) {
    return new String(start, StandardCharsets.ISO_8859_1);
  }

  static boolean isParquet(String start) {
    return start.startsWith(PARQUET);
  }

  static boolean isOrc(String start) {
    return start.startsWith(ORC);
  }

  static boolean isArrow(String start) {
    return start.startsWith(ARROW) || start.startsWith(ARROW_STREAM) || isEarlyStream(start);
  }

  /** Returns whether a file is in a format that is not text. */
  static boolean isBinary(String start) {
    return isArrow(start)
        || isParquet(start)
        || isOrc(start)
        || start.startsWith(ENCRYPTED_PARQUET)
        || start.startsWith(FEATHER_1);
  }

  /**
   * Streams before Arrow 0.15 start with the length of the first message, which ends at a multiple
   * of 8, and with the offset in it of the root of its table. No text has bytes of zero there.
   */
  private static boolean isEarlyStream(String start) {
    if (start.length() < LENGTH) {
      return false;
    }
    int length = littleEndian(start, 0);
    int root = littleEndian(start, Integer.BYTES);
    return length >>> Byte.SIZE * 3 == 0
        && (Integer.BYTES + length) % ALIGNMENT == 0
        && root >= Integer.BYTES
        && root < length;
  }

  private static int littleEndian(String bytes, int at) {
    return bytes.charAt(at)
        | bytes.charAt(at + 1) << Byte.SIZE
        | bytes.charAt(at + 2) << 2 * Byte.SIZE
        | bytes.charAt(at + 3) << 3 * Byte.SIZE;
  }

  /** Returns why a file cannot be opened. */
  static InvalidArgumentException unknown(String file, byte[] bytes) {
    String start = of(bytes);
    String reason;
    if (start.isEmpty()) {
      reason = "it is empty";
    } else if (start.startsWith(ENCRYPTED_PARQUET)) {
      reason = "it is a Parquet file with an encrypted footer";
    } else if (start.startsWith(FEATHER_1)) {
      reason =
          "it is a Feather file of version 1, which is no Arrow IPC file (rewrite it as version 2,"
              + " for example in Python:"
              + " pyarrow.feather.write_feather(pyarrow.feather.read_table(source), target))";
    } else {
      byte[] shown = Arrays.copyOf(bytes, Math.min(SHOWN_BYTES, bytes.length));
      reason =
          "not a Parquet, ORC or Arrow file (it starts with "
              + HexFormat.of().formatHex(shown)
              + ")";
    }
    return new InvalidArgumentException("Cannot convert " + file + ": " + reason);
  }
}
