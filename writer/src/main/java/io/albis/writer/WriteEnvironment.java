// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The inputs of a writer that differ from run to run. Tests replace them so that equal rows produce
 * equal bytes.
 *
 * @param uuids generates unique identifiers
 * @param clock returns the time in milliseconds since 1970-01-01T00:00Z
 * @param createdBy the name and version of the program
 */
record WriteEnvironment(Supplier<UUID> uuids, LongSupplier clock, String createdBy) {

  static WriteEnvironment system() {
    String version = WriteEnvironment.class.getPackage().getImplementationVersion();
    return new WriteEnvironment(
        UUID::randomUUID,
        System::currentTimeMillis,
        "albis-java " + (version == null ? "development" : version));
  }

  UUID uuid() {
    return uuids.get();
  }
}
