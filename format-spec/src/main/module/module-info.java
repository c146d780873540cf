// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0

/** The format: schemas, errors, and metadata for the other modules. */
module io.albis.format {
  requires com.fasterxml.jackson.core;
  requires java.logging; // of Protocol Buffers
  requires jdk.unsupported; // of Protocol Buffers, which is shaded
  requires org.apache.commons.codec;
  requires org.apache.commons.text;

  exports io.albis.format.error;
  exports io.albis.format.internal.layout to
      io.albis.maintenance,
      io.albis.reader,
      io.albis.table,
      io.albis.writer;
  exports io.albis.format.internal.metadata to
      io.albis.maintenance,
      io.albis.reader,
      io.albis.table,
      io.albis.writer;
  exports io.albis.format.internal.order to
      io.albis.maintenance,
      io.albis.reader;
  exports io.albis.format.internal.schema to
      io.albis.maintenance,
      io.albis.reader,
      io.albis.spark,
      io.albis.writer;
  exports io.albis.format.internal.text to
      io.albis.reader;
  exports io.albis.format.schema;
}
