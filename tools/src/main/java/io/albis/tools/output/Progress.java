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
 * Shows on standard error how far long work has come, how fast it is and how long it will take.
 * Shows nothing where standard error is not a terminal, which the launcher says by the system
 * property {@value #TERMINAL_PROPERTY}. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  /** Set to the width of the terminal, in characters, where standard error is one. */
  public static final String TERMINAL_PROPERTY = "albis.terminal";

  private static final int UPDATE_MILLIS = 200;
  private static final int DEFAULT_WIDTH = 80;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  /**
   * Starts to show the progress of work that is counted in things.
   *
   * @param task what is done, a word or two
   * @param total how many things there are; not positive: not known
   * @param unit what is counted, as in {@code rows}
   * @return the progress, to be closed
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
   * Says that more has been done.
   *
   * @param count how much more
   */
  public void add(long count) {
    if (bar != null) {
      bar.stepBy(count);
    }
  }

  /**
   * Says how much has been done in all.
   *
   * @param done how much
   */
  public void set(long done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  /**
   * Says how much there is to do, once that is known.
   *
   * @param total how much
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
