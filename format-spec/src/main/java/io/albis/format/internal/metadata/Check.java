// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Parser;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import java.io.IOException;
import java.util.function.Supplier;

/** Checks of one structure in one file; errors name the place of that structure. */
final class Check {

  /** The limit that common parsers have by default; 40 levels of nested types need less. */
  private static final int MESSAGE_DEPTH = 100;

  private final String file;
  private final long offset;
  private final Object of;

  Check(String file, long offset) {
    this(file, offset, null);
  }

  /**
   * Creates checks for one of several structures of a file.
   *
   * @param of which one, null for none; its text is made only for errors
   */
  Check(String file, long offset, Object of) {
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

  /** For unsigned numbers in fields that Java takes as signed: only the lower half is valid. */
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

  /** Parses a message, whose fields of bytes are not copied. */
  <T> T parse(Parser<T> parser, ByteString bytes, String what) {
    try {
      CodedInputStream in = bytes.newCodedInput();
      in.enableAliasing(true);
      in.setRecursionLimit(MESSAGE_DEPTH);
      T message = parser.parseFrom(in);
      in.checkLastTagWas(0);
      return message;
    } catch (IOException e) {
      throw invalidMessage(what, e);
    }
  }

  CorruptFileException invalidMessage(String what, IOException cause) {
    return new CorruptFileException(
        file, offset, named(what), "a Protocol Buffers message", cause.getMessage(), cause);
  }

  void id(String what, ByteString found) {
    equal("length of the " + what, Ids.LENGTH, found.size());
  }

  /** Runs a function that builds a part of a schema, and reports what it refuses. */
  <T> T schema(String what, Supplier<T> build) {
    try {
      return build.get();
    } catch (InvalidArgumentException e) {
      throw new CorruptFileException(file, offset, named(what), "a valid one", e.getMessage(), e);
    }
  }

  private String named(String what) {
    return of == null ? what : what + " of " + of;
  }

  CorruptFileException corrupt(String what, Object expected, Object found) {
    return new CorruptFileException(file, offset, named(what), expected, found);
  }
}
