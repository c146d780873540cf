// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Objects;

/**
 * One finding of {@link Storage#diagnose()} about how files are read and written.
 *
 * @param verdict whether something should be done
 * @param finding the finding, as a sentence
 * @param advice what to do; empty if there is nothing to do
 */
public record Diagnosis(Verdict verdict, String finding, String advice) {

  /** How serious a finding is. */
  public enum Verdict {
    /** As fast as this machine allows. */
    GOOD,
    /** Works, but slower than it could. */
    SLOW,
    /** Does not work. */
    BAD
  }

  /** Checks that no component is null. */
  public Diagnosis {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(finding, "finding");
    Objects.requireNonNull(advice, "advice");
  }

  /** Returns a finding that needs no action. */
  public static Diagnosis good(String finding) {
    return new Diagnosis(Verdict.GOOD, finding, "");
  }

  /** Returns a finding about something that could be faster. */
  public static Diagnosis slow(String finding, String advice) {
    return new Diagnosis(Verdict.SLOW, finding, advice);
  }

  /** Returns a finding about something that does not work. */
  public static Diagnosis bad(String finding, String advice) {
    return new Diagnosis(Verdict.BAD, finding, advice);
  }
}
