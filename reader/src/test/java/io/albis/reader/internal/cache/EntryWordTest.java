// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tests the parts of the word of an entry. */
class EntryWordTest {

  @Test
  void partsAreIndependent() {
    long word = EntryWord.addPlanned(0, 7);
    word = EntryWord.withKept(word, true);
    word = EntryWord.withState(word, EntryWord.EVICTING);
    assertThat(EntryWord.state(word)).isEqualTo(EntryWord.EVICTING);
    assertThat(EntryWord.planned(word)).isEqualTo(7);
    assertThat(EntryWord.isKept(word)).isTrue();
    word = EntryWord.withState(word, EntryWord.EMPTY);
    assertThat(EntryWord.state(word)).isZero();
    assertThat(EntryWord.planned(word)).isEqualTo(7);
  }

  @Test
  void withoutPlannedScansThePolicyDecidesAgain() {
    long word = EntryWord.withKept(EntryWord.addPlanned(EntryWord.LOADED, 2), true);
    assertThat(EntryWord.isKept(EntryWord.addPlanned(word, -1))).isTrue();
    assertThat(EntryWord.isKept(EntryWord.addPlanned(word, -2))).isFalse();
  }

  @Test
  void plannedScansAreNeverNegative() {
    long word = EntryWord.addPlanned(EntryWord.LOADED, 2);
    assertThatThrownBy(() -> EntryWord.addPlanned(word, -3))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot change 2 planned scans by -3");
  }
}
