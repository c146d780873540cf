// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** Maintenance of tables. */
module io.albis.maintenance {
  requires io.albis.table;
  requires transitive io.albis.format;
  requires transitive io.albis.reader;
  requires transitive io.albis.storage;
  requires transitive io.albis.writer;

  exports io.albis.maintenance;
  exports io.albis.maintenance.internal to
      io.albis.spark;
  exports io.albis.maintenance.internal.copy to
      io.albis.spark;
}
