// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of a distributed write: {@code write TASK PARTITION ATTEMPT ROWS RESULT} runs a task,
 * {@code commit TASK RESULT...} commits. It prints {@code writing} once files are being written.
 */
final class TaskProgram {

  private TaskProgram() {}

  public static void main(String[] arguments) throws IOException {
    DistributedWrite task = DistributedWrite.fromBytes(Files.readAllBytes(Path.of(arguments[1])));
    if (arguments[0].equals("commit")) {
      List<TaskResult> results = new ArrayList<>();
      for (int i = 2; i < arguments.length; i++) {
        results.add(TaskResult.fromBytes(Files.readAllBytes(Path.of(arguments[i]))));
      }
      System.out.println(task.commit(results).rowCount());
      return;
    }
    int partition = Integer.parseInt(arguments[2]);
    long count = Long.parseLong(arguments[4]);
    try (TaskWriter writer = task.openTask(partition, Long.parseLong(arguments[3]))) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long i = 0; i < count; i++) {
          rows.setInt(0, partition);
          rows.setLong(1, i);
          rows.endRow();
          if (i == 100_000) {
            System.out.println("writing");
          }
        }
      }
      Files.write(Path.of(arguments[5]), writer.finish().toBytes());
    }
  }
}
