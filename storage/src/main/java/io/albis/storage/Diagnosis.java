// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import java.util.Objects;

/**
 * What a storage found out about how it reads and writes.
 *
 * @param verdict whether something should be done
 * @param finding a sentence
 * @param advice what to do, empty if there is nothing to do
 */
public record Diagnosis(Verdict verdict, String finding, String advice) {

  /** Whether all is well. */
  public enum Verdict {
    /** As fast as it can be here. */
    GOOD,
    /** Works, slower than it could. */
    SLOW,
    /** Does not work. */
    BAD
  }

  /** Checks that everything is there. */
  public Diagnosis {
    Objects.requireNonNull(verdict, "verdict");
    Objects.requireNonNull(finding, "finding");
    Objects.requireNonNull(advice, "advice");
  }

  /** All is well. */
  public static Diagnosis good(String finding) {
    return new Diagnosis(Verdict.GOOD, finding, "");
  }

  /** It could be faster. */
  public static Diagnosis slow(String finding, String advice) {
    return new Diagnosis(Verdict.SLOW, finding, advice);
  }

  /** It does not work. */
  public static Diagnosis bad(String finding, String advice) {
    return new Diagnosis(Verdict.BAD, finding, advice);
  }
}
