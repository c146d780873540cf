// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where a stream has started, in its checkpoint. Spark asks for it again if the first batch is
 * repeated, when the table may have later snapshots.
 *
 * @param checkpoint directory of the source
 * @param hadoop settings of the session
 */
record StartPosition(String checkpoint, Configuration hadoop) {

  private static final String NAME = "albis-start";

  /** Null if the stream has not started. */
  StreamOffset read() {
    Path path = new Path(checkpoint, NAME);
    try {
      FileSystem files = path.getFileSystem(hadoop);
      if (!files.exists(path)) {
        return null;
      }
      try (FSDataInputStream in = files.open(path)) {
        return StreamOffset.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to read " + path, e);
    }
  }

  void write(StreamOffset start) {
    Path path = new Path(checkpoint, NAME);
    // Renamed, so that the file is complete if it exists.
    Path unfinished = new Path(checkpoint, "." + NAME + ".tmp");
    try {
      FileSystem files = path.getFileSystem(hadoop);
      try (FSDataOutputStream out = files.create(unfinished, true)) {
        out.write(start.json().getBytes(StandardCharsets.UTF_8));
      }
      if (!files.rename(unfinished, path)) {
        throw new IOException("it could not be renamed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to write " + path, e);
    }
  }
}
