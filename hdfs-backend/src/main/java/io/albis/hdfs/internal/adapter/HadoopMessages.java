// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

/** Shortens the messages of Hadoop's exceptions. */
public final class HadoopMessages {

  private HadoopMessages() {}

  /** Returns the message of an exception without the stack trace that servers append. */
  public static String firstLine(Throwable e) {
    String message = e.getMessage();
    if (message == null) {
      return e.getClass().getSimpleName();
    }
    return message.lines().findFirst().orElse("");
  }
}
