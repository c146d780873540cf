// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.internal.memory.PageSet;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PageSetTest {

  @Test
  void behavesLikeBitSet() {
    SplittableRandom random = new SplittableRandom(3);
    int pages = 1024;
    PageSet set = new PageSet(pages);
    BitSet model = new BitSet(pages);
    for (int i = 0; i < 20_000; i++) {
      int from = random.nextInt(pages);
      int to = from + 1 + random.nextInt(Math.min(200, pages - from));
      int there = model.get(from, to).cardinality();
      assertThat(set.count(from, to)).isEqualTo(there);
      if (random.nextBoolean()) {
        assertThat(set.add(from, to)).isEqualTo(to - from - there);
        model.set(from, to);
      } else {
        assertThat(set.remove(from, to)).isEqualTo(there);
        model.clear(from, to);
      }
    }
    assertThat(set.count(0, pages)).isEqualTo(model.cardinality());
  }
}
