/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
