// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.spark.unsafe.types.UTF8String;

/** The text form of a UUID. */
final class UuidText {

  private UuidText() {}

  static UTF8String of(UUID uuid) {
    return UTF8String.fromBytes(uuid.toString().getBytes(StandardCharsets.ISO_8859_1));
  }
}
