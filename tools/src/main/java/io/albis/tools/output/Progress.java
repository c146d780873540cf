// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows progress, speed and remaining time of long work on standard error. Shows nothing if
 * standard error is not a terminal, as indicated by the launcher through the system property
 * {@value #TERMINAL_PROPERTY}. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  /** The width of the terminal in characters; set if standard error is a terminal. */
  public static final String TERMINAL_PROPERTY = "albis.terminal";

  private static final int UPDATE_MILLIS = 200;
  private static final int DEFAULT_WIDTH = 80;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /**
   * Starts to show progress.
   *
   * @param task the name of the work, in a word or two
   * @param total the total number of units; 0 or negative if unknown
   * @param unit the name of the units, such as {@code rows}
   * @return the progress, which the caller closes
   */
  public static Progress start(String task, long total, String unit) {
    String width = System.getProperty(TERMINAL_PROPERTY);
    if (width == null) {
      return new Progress(null);
    }
    return start(task, total, unit, System.err, parseWidth(width));
  }

  static Progress start(String task, long total, String unit, PrintStream out, int width) {
    boolean many = total >= 10_000_000;
    boolean ascii = !String.valueOf(System.getenv("LANG")).toUpperCase(Locale.ROOT).contains("UTF");
    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(total > 0 ? total : -1)
            .setUnit(many ? "M " + unit : " " + unit, many ? 1_000_000 : 1)
            .setStyle(ascii ? ProgressBarStyle.ASCII : ProgressBarStyle.UNICODE_BLOCK)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(out, width))
            .showSpeed();
    return new Progress(builder.build());
  }

  /**
   * Adds completed units.
   *
   * @param count the number of additional units
   */
  public void add(long count) {
    if (bar != null) {
      bar.stepBy(count);
    }
  }

  /**
   * Sets the number of completed units.
   *
   * @param done the number of completed units
   */
  public void set(long done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  /**
   * Sets the total number of units when it becomes known.
   *
   * @param total the total number of units
   */
  public void total(long total) {
    if (bar != null) {
      bar.maxHint(total);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }

  private static int parseWidth(String width) {
    try {
      return Math.max(20, Integer.parseInt(width.strip()));
    } catch (NumberFormatException e) {
      return DEFAULT_WIDTH;
    }
  }
}
