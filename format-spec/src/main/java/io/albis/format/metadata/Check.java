// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Parser;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidSchemaException;
import java.io.IOException;
import java.util.function.Supplier;

/** Validates one structure in one file. Errors include the position of that structure. */
final class Check {

  /** Above what 64 levels of nested types need: two messages for each. */
  private static final int MESSAGE_DEPTH = 200;

  private final String file;
  private final long offset;
  private final String of;

  Check(String file, long offset) {
    this(file, offset, "");
  }

  /**
   * Creates checks for one of several structures of a file.
   *
   * @param of which one, appended to messages
   */
  Check(String file, long offset, String of) {
    this.file = file;
    this.offset = offset;
    this.of = of;
  }

  void that(boolean condition, String what, Object expected, Object found) {
    if (!condition) {
      throw corrupt(what, expected, found);
    }
  }

  void equal(String what, long expected, long found) {
    if (expected != found) {
      throw corrupt(what, expected, found);
    }
  }

  /**
   * Checks an unsigned number in a signed field: the format uses only the lower half of the range.
   */
  void notNegative(String what, long found) {
    if (found < 0) {
      throw corrupt(what, "at least 0 and below 2^31 (2^63)", found);
    }
  }

  void positive(String what, long found) {
    if (found < 1) {
      throw corrupt(what, "at least 1", found);
    }
  }

  void path(String path) {
    that(TablePaths.isValid(path), "path", "a path inside the table", path);
  }

  /** Adds numbers; their sum must not overflow. */
  long sum(String what, long a, long b) {
    long sum = a + b;
    that(sum >= 0, what, "at most 2^63 - 1", "an overflow");
    return sum;
  }

  <T> T parse(Parser<T> parser, byte[] bytes, int from, int length, String what) {
    return parse(parser, CodedInputStream.newInstance(bytes, from, length), what);
  }

  <T> T parse(Parser<T> parser, ByteString bytes, String what) {
    return parse(parser, bytes.newCodedInput(), what);
  }

  private <T> T parse(Parser<T> parser, CodedInputStream in, String what) {
    try {
      in.setRecursionLimit(MESSAGE_DEPTH);
      T message = parser.parseFrom(in);
      in.checkLastTagWas(0);
      return message;
    } catch (IOException e) {
      throw new CorruptFileException(
          file, offset, what + of, "a Protocol Buffers message", e.getMessage(), e);
    }
  }

  /** Runs code that builds a schema, and reports its errors as corruption. */
  <T> T schema(String what, Supplier<T> build) {
    try {
      return build.get();
    } catch (InvalidSchemaException e) {
      throw new CorruptFileException(file, offset, what + of, "a valid one", e.getMessage(), e);
    }
  }

  CorruptFileException corrupt(String what, Object expected, Object found) {
    return new CorruptFileException(file, offset, what + of, expected, found);
  }
}
