/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
