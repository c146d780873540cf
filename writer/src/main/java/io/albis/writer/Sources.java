// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Where a writer takes from what is different each time. Given, so that the same rows make the same
 * bytes.
 *
 * @param uuids fresh identifiers
 * @param clock milliseconds since 1970-01-01T00:00Z
 * @param createdBy program and version
 */
record Sources(Supplier<UUID> uuids, LongSupplier clock, String createdBy) {

  static Sources system() {
    String version = Sources.class.getPackage().getImplementationVersion();
    return new Sources(
        UUID::randomUUID,
        System::currentTimeMillis,
        "albis-java " + (version == null ? "development" : version));
  }

  UUID uuid() {
    return uuids.get();
  }
}
