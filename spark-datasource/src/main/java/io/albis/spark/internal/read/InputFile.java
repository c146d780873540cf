// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.ColumnBatch;
import io.albis.spark.internal.source.Source;
import org.apache.spark.rdd.InputFileBlockHolder;

/** Tells Spark's {@code input_file_name()} which file a task reads. For the thread of the task. */
final class InputFile {

  private Source source;
  private long rowGroup = -1;

  /** Sets the file of a batch. */
  void set(ColumnBatch batch, Source newSource) {
    if (batch.rowGroup() != rowGroup || !newSource.equals(source)) {
      source = newSource;
      rowGroup = batch.rowGroup();
      // A length of -1 is unknown: a task may read several parts of a file.
      InputFileBlockHolder.set(uri(batch, newSource), 0, -1);
    }
  }

  /** Forgets the file. */
  static void unset() {
    InputFileBlockHolder.unset();
  }

  /** Returns the URI of the file that has the row group of a batch. */
  static String uri(ColumnBatch batch, Source source) {
    if (source.isFile()) {
      return source.uri();
    }
    String directory = source.uri();
    return directory.endsWith("/") ? directory + batch.file() : directory + '/' + batch.file();
  }
}
