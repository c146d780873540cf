// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.internal.memory.Block;
import io.albis.storage.internal.memory.FreeBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FreeBlocksTest {
  private final FreeBlocks free = new FreeBlocks();

  @Test
  void sizesInABinDifferByAtMostASixteenth() {
    int last = -1;
    int smallest = 0;
    for (int pages = 1; pages <= 1 << 16; pages++) {
      int bin = FreeBlocks.bin(pages);
      assertThat(bin).isBetween(last, last + (last < 0 ? 2 : 1));
      if (bin != last) {
        last = bin;
        smallest = pages;
      }
      assertThat(pages - smallest).isLessThanOrEqualTo(pages / 16);
    }
    assertThat(FreeBlocks.bin(31)).isEqualTo(31);
    assertThat(FreeBlocks.bin(Integer.MAX_VALUE)).isEqualTo(447);
  }

  @Test
  void findsABlockInLargerBinsOrAtTheHeadOfTheSameBin() {
    SplittableRandom random = new SplittableRandom(5);
    List<Block> model = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(3) > 0 || model.isEmpty()) {
        Block block = new Block(null, 0, 1 + (int) Math.pow(2, 14 * random.nextDouble()));
        model.add(block);
        if (random.nextBoolean()) {
          free.addFirst(block);
        } else {
          free.addLast(block);
        }
      } else {
        free.remove(model.remove(random.nextInt(model.size())));
      }
      int pages = 1 + random.nextInt(20_000);
      Block found = free.find(pages);
      int larger =
          model.stream()
              .mapToInt(block -> FreeBlocks.bin(block.pages))
              .filter(bin -> bin > FreeBlocks.bin(pages))
              .min()
              .orElse(-1);
      if (found == null) {
        assertThat(larger).isEqualTo(-1);
      } else {
        assertThat(found.pages).isGreaterThanOrEqualTo(pages);
        assertThat(FreeBlocks.bin(found.pages)).isIn(FreeBlocks.bin(pages), larger);
        assertThat(model).contains(found);
        assertThat(free.mayHave(pages)).isTrue();
      }
    }
    model.forEach(free::remove);
    assertThat(free.mayHave(1)).isFalse();
    assertThat(free.find(1)).isNull();
  }

  @Test
  void findsTheLastReleasedBlockFirst() {
    Block older = new Block(null, 0, 7);
    Block newer = new Block(null, 0, 7);
    Block discarded = new Block(null, 0, 7);
    free.addFirst(older);
    free.addFirst(newer);
    free.addLast(discarded);

    assertThat(free.find(7)).isSameAs(newer);
    free.remove(newer);
    assertThat(free.find(6)).isSameAs(older);
    free.remove(older);
    assertThat(free.find(7)).isSameAs(discarded);
  }
}
