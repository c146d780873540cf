// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.adapter;

/** Messages of Hadoop's exceptions. */
public final class Messages {

  private Messages() {}

  /** What an exception says, without the stack traces that messages of servers carry. */
  public static String firstLine(Throwable e) {
    String message = e.getMessage();
    if (message == null) {
      return e.getClass().getSimpleName();
    }
    return message.lines().findFirst().orElse("");
  }
}
