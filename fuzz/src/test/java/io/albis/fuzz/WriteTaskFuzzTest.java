// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * What processes of a distributed write send each other: the description of a task if the first
 * byte is {@code w} or {@code W}, or the result of one. Parts of kind {@code l} are bytes after
 * their length, {@code L} a snapshot or a manifest, and others are as they are. After {@code W} or
 * {@code R} comes the whole message, which is not repaired.
 */
class WriteTaskFuzzTest {

  private static final int TASK = 0x414c5754;
  private static final int RESULT = 0x414c5752;

  @FuzzTest
  void writeTask(byte[] input) {
    if (input.length == 0) {
      return;
    }
    boolean isTask = input[0] == 'w' || input[0] == 'W';
    boolean isWhole = input[0] == 'W' || input[0] == 'R';
    byte[] message =
        isWhole
            ? Arrays.copyOfRange(input, 1, input.length)
            : message(isTask ? TASK : RESULT, Part.split(input));
    Bounded.run(
        input,
        ForgedFile.DOCUMENTED,
        () -> {
          if (isTask) {
            DistributedWrite task = DistributedWrite.fromBytes(message);
            DistributedWrite again = DistributedWrite.fromBytes(task.toBytes());
            assertThat(again.writeId()).isEqualTo(task.writeId());
            assertThat(again.schema()).isEqualTo(task.schema());
            assertThat(again.toBytes()).isEqualTo(task.toBytes());
          } else {
            TaskResult result = TaskResult.fromBytes(message);
            TaskResult again = TaskResult.fromBytes(result.toBytes());
            assertThat(again).isEqualTo(result);
            assertThat(again.rowCount()).isEqualTo(result.rowCount());
            assertThat(again.writtenBytes()).isEqualTo(result.writtenBytes());
            assertThat(again.toBytes()).isEqualTo(result.toBytes());
          }
        });
  }

  private static byte[] message(int magic, List<Part> parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (Part part : parts) {
      byte[] bytes = part.content();
      if (part.kind() == 'l') {
        content.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
      } else if (part.kind() == 'L') {
        repair(bytes);
        content.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
      }
      content.writeBytes(bytes);
    }
    byte[] bytes = content.toByteArray();
    return ByteBuffer.allocate(16 + bytes.length)
        .putInt(magic)
        .putInt(1)
        .putInt(bytes.length)
        .putInt(ForgedFile.crc(bytes))
        .put(bytes)
        .array();
  }

  /** Sets the checksums of footer and tail. */
  private static void repair(byte[] file) {
    if (file.length >= 64) {
      FrameFuzzTest.repair(file);
    }
  }
}
