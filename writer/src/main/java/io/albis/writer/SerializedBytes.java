// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.io.Serializable;

/** The serialized form of tasks and results: their encoded bytes, which include a checksum. */
@SuppressWarnings("ArrayRecordComponent")
record SerializedBytes(Kind kind, byte[] bytes) implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The kind of object that was encoded. */
  enum Kind {
    TASK,
    RESULT
  }

  private Object readResolve() {
    return switch (kind) {
      case TASK -> DistributedWrite.fromBytes(bytes);
      case RESULT -> TaskResult.fromBytes(bytes);
    };
  }
}
