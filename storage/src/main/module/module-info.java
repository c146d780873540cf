// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** Storage backends, and off-heap memory. */
module io.albis.storage {
  requires com.sun.jna;
  requires jdk.unsupported;
  requires org.apache.commons.text;
  requires org.slf4j;
  requires transitive io.netty.buffer;
  requires transitive io.netty.common;

  exports io.albis.storage;
  exports io.albis.storage.internal.backend to
      io.albis.convert,
      io.albis.crail,
      io.albis.hdfs,
      io.albis.maintenance,
      io.albis.reader,
      io.albis.writer;
  exports io.albis.storage.internal.memory to
      io.albis.crail,
      io.albis.maintenance,
      io.albis.reader,
      io.albis.spark,
      io.albis.writer;
  exports io.albis.storage.memory;

  uses io.albis.storage.StorageProvider;

  provides io.albis.storage.StorageProvider with
      io.albis.storage.internal.local.LocalStorageProvider;
}
