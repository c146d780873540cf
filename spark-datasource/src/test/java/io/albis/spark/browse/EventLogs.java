// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.browse;

import io.albis.spark.internal.ui.CacheEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.deploy.history.EventLogFileReader;

/** What applications have written to their event logs. */
final class EventLogs {

  private EventLogs() {}

  /** Prints how much of the event logs in a directory is about caches. */
  static void print(Path logs) throws IOException {
    long all = 0;
    long count = 0;
    long ofCaches = 0;
    FileSystem storage = FileSystem.getLocal(new Configuration());
    List<Path> files;
    try (Stream<Path> found = Files.walk(logs)) {
      files = found.filter(file -> file.getFileName().toString().startsWith("events_")).toList();
    }
    for (Path file : files) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  EventLogFileReader.openEventLog(
                      new org.apache.hadoop.fs.Path(file.toUri()), storage),
                  StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          all += line.length();
          boolean isOfCaches = line.contains(CacheEvent.class.getName());
          count += isOfCaches ? 1 : 0;
          ofCaches += isOfCaches ? line.length() : 0;
        }
      }
    }
    System.out.printf(
        "browse: %,d bytes of the event log's %,d are %,d events about caches%n",
        ofCaches, all, count);
  }
}
