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
package io.albis.storage.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the times of reads say about where bytes come from. */
class ReadPaceTest {

  private static final long MIB = 1 << 20;
  private static final long COPIED = 100_000;
  private static final long WAITED = 1_000_000;

  private final ReadPace pace = new ReadPace();

  @Test
  void memoryIsExpectedFirst() {
    assertThat(pace.isSlow()).isFalse();
    pace.took(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void oneReadThatWaitsIsEnough() {
    pace.took(MIB, WAITED);
    assertThat(pace.isSlow()).isTrue();
  }

  @Test
  void afterOneOddReadTheNextFastOneCounts() {
    pace.took(MIB, WAITED);
    pace.took(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void afterManyReadsThatWaitTwoFastOnesCount() {
    for (int i = 0; i < 10; i++) {
      pace.took(MIB, WAITED);
    }
    pace.took(MIB, COPIED);
    assertThat(pace.isSlow()).isTrue();
    pace.took(MIB, COPIED);
    assertThat(pace.isSlow()).isFalse();
  }

  @Test
  void shortReadsDoNotCount() {
    pace.took(4096, WAITED);
    assertThat(pace.isSlow()).isFalse();
  }
}
