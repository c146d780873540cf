// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** Writers of tables and files. */
module io.albis.writer {
  requires io.albis.table;
  requires static org.apache.arrow.memory.core;
  requires static org.apache.arrow.vector;
  requires transitive io.albis.format;
  requires transitive io.albis.storage;

  exports io.albis.writer;
}
