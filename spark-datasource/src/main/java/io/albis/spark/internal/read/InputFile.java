// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.ColumnBatch;
import io.albis.spark.internal.source.Source;
import java.util.function.Supplier;
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
      InputFileBlockHolder.set(uri(newSource, batch::file), 0, -1);
    }
  }

  /** Forgets the file. */
  static void unset() {
    InputFileBlockHolder.unset();
  }

  /**
   * Returns the URI of a file that has a row group.
   *
   * @param file path of the file, relative to the table
   */
  static String uri(Source source, Supplier<String> file) {
    if (source.isFile()) {
      return source.uri();
    }
    String directory = source.uri();
    return directory.endsWith("/") ? directory + file.get() : directory + '/' + file.get();
  }
}
