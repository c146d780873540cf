// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** What writers, readers and maintenance share of a table. Exported to them alone. */
module io.albis.table {
  requires org.slf4j;
  requires transitive io.albis.format;
  requires transitive io.albis.storage;

  exports io.albis.table to
      io.albis.maintenance,
      io.albis.reader,
      io.albis.writer;
}
