// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** Readers of tables and files, and the column cache. */
module io.albis.reader {
  requires com.fasterxml.jackson.core;
  requires io.albis.table;
  requires jdk.jfr;
  requires jdk.management;
  requires org.slf4j;
  requires static org.apache.arrow.memory.core;
  requires static org.apache.arrow.vector;
  requires transitive io.albis.format;
  requires transitive io.albis.storage;
  requires transitive io.netty.buffer;
  requires transitive java.management;

  exports io.albis.reader;
  exports io.albis.reader.cache;
  exports io.albis.reader.source;
}
