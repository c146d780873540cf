// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The rule that turns ranges into requests. */
class RequestRuleTest {

  private record Range(long offset, long length) {

    long end() {
      return offset + length;
    }
  }

  private static List<Range> requests(RequestRule rule, long... offsetsAndLengths) {
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < offsetsAndLengths.length; i += 2) {
      ranges.add(new Range(offsetsAndLengths[i], offsetsAndLengths[i + 1]));
    }
    return requests(rule, ranges);
  }

  private static List<Range> requests(RequestRule rule, List<Range> ranges) {
    List<Range> requests = new ArrayList<>();
    rule.requests(
        ranges.stream().mapToLong(Range::offset).toArray(),
        ranges.stream().mapToLong(Range::length).toArray(),
        ranges.size(),
        (offset, length) -> requests.add(new Range(offset, length)));
    return requests;
  }

  @Test
  void neighboursAndSmallGapsAreJoined() {
    RequestRule rule = new RequestRule(10, 100);
    assertThat(requests(rule)).isEmpty();
    assertThat(requests(rule, 5, 7)).containsExactly(new Range(5, 7));
    assertThat(requests(rule, 0, 5, 5, 5)).containsExactly(new Range(0, 10));
    assertThat(requests(rule, 0, 5, 15, 5)).containsExactly(new Range(0, 20));
    assertThat(requests(rule, 0, 5, 16, 5)).containsExactly(new Range(0, 5), new Range(16, 5));
    assertThat(requests(rule, 1, 0, 3, 0)).as("empty ranges").isEmpty();
    assertThat(requests(rule, 0, 5, 9, 0, 18, 5))
        .as("an empty range is no bridge")
        .containsExactly(new Range(0, 5), new Range(18, 5));
  }

  @Test
  void requestsAreNoLongerThanTheLimit() {
    RequestRule rule = new RequestRule(10, 100);
    assertThat(requests(rule, 0, 50, 50, 50)).containsExactly(new Range(0, 100));
    assertThat(requests(rule, 0, 50, 50, 51)).containsExactly(new Range(0, 50), new Range(50, 51));
    assertThat(requests(rule, 0, 220, 225, 10))
        .as("pieces; the last is joined with the next range")
        .containsExactly(new Range(0, 100), new Range(100, 100), new Range(200, 35));
    RequestRule unlimited = new RequestRule(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(requests(unlimited, 0, 1, Long.MAX_VALUE - 1, 1))
        .containsExactly(new Range(0, Long.MAX_VALUE));
  }

  @Test
  void theGapFollowsFromTheCost() {
    RequestCost cost = new RequestCost(5_000_000, 200_000_000);
    assertThat(cost.maxGap()).isEqualTo(1_000_000);
    assertThat(RequestRule.of(cost, 77)).isEqualTo(new RequestRule(1_000_000, 77));
    assertThat(new RequestCost(0, 1).maxGap()).isZero();
  }

  @Test
  void randomRangesAgainstAllDivisions() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 5_000; round++) {
      RequestRule rule = new RequestRule(random.nextInt(12), 1 + random.nextInt(60));
      List<Range> ranges = new ArrayList<>();
      long end = 0;
      for (int i = random.nextInt(9); i > 0; i--) {
        Range range =
            new Range(end + random.nextInt(16), 1 + random.nextInt((int) rule.maxLength()));
        ranges.add(range);
        end = range.end();
      }
      List<Range> requests = requests(rule, ranges);
      String description = "seed " + seed + ", " + rule + ", " + ranges;
      assertThat(requests).as(description).isEqualTo(byBytes(rule, ranges));
      assertThat(requests).as(description).hasSize(fewest(rule, ranges));
    }
  }

  @Test
  void withoutALimitNoDivisionCostsLess() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      RequestCost cost = new RequestCost(1 + random.nextInt(20), 1_000_000_000);
      List<Range> ranges = new ArrayList<>();
      long end = 0;
      for (int i = 1 + random.nextInt(8); i > 0; i--) {
        ranges.add(new Range(end + random.nextInt(40), 1 + random.nextInt(20)));
        end = ranges.get(ranges.size() - 1).end();
      }
      double least = Double.POSITIVE_INFINITY;
      for (int cuts = 0; cuts < 1 << (ranges.size() - 1); cuts++) {
        least = Math.min(least, nanos(cost, divided(ranges, cuts)));
      }
      assertThat(nanos(cost, requests(RequestRule.of(cost, Long.MAX_VALUE), ranges)))
          .as("seed %d, %s, %s", seed, cost, ranges)
          .isEqualTo(least);
    }
  }

  private static double nanos(RequestCost cost, List<Range> requests) {
    return cost.nanos(requests.size(), requests.stream().mapToLong(Range::length).sum());
  }

  /** Bit {@code i}: a new request begins with range {@code i + 1}. */
  private static List<Range> divided(List<Range> ranges, int cuts) {
    List<Range> result = new ArrayList<>();
    int first = 0;
    for (int i = 1; i <= ranges.size(); i++) {
      if (i == ranges.size() || (cuts >> (i - 1) & 1) == 1) {
        long offset = ranges.get(first).offset();
        result.add(new Range(offset, ranges.get(i - 1).end() - offset));
        first = i;
      }
    }
    return result;
  }

  /** The fewest requests of all divisions that keep to the rule; no range is too long. */
  private static int fewest(RequestRule rule, List<Range> ranges) {
    int fewest = ranges.isEmpty() ? 0 : Integer.MAX_VALUE;
    for (int cuts = 0; !ranges.isEmpty() && cuts < 1 << (ranges.size() - 1); cuts++) {
      boolean keepsToTheRule = true;
      for (int i = 1; i < ranges.size(); i++) {
        long gap = ranges.get(i).offset() - ranges.get(i - 1).end();
        keepsToTheRule &= gap <= rule.maxGap() || (cuts >> (i - 1) & 1) == 1;
      }
      List<Range> requests = divided(ranges, cuts);
      if (keepsToTheRule && requests.stream().allMatch(r -> r.length() <= rule.maxLength())) {
        fewest = Math.min(fewest, requests.size());
      }
    }
    return fewest;
  }

  /** The same rule, byte by byte. */
  private static List<Range> byBytes(RequestRule rule, List<Range> ranges) {
    List<Range> requests = new ArrayList<>();
    for (Range range : ranges) {
      Range last = requests.isEmpty() ? null : requests.get(requests.size() - 1);
      long unread = 0;
      for (long at = last == null ? 0 : last.end(); at < range.offset(); at++) {
        unread++;
      }
      if (last != null
          && unread <= rule.maxGap()
          && range.end() - last.offset() <= rule.maxLength()) {
        requests.set(requests.size() - 1, new Range(last.offset(), range.end() - last.offset()));
      } else {
        requests.add(range);
      }
    }
    return requests;
  }

  @Test
  void refusals() {
    assertThatThrownBy(() -> new RequestRule(-1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid rule for requests: gaps of up to -1 bytes, requests of up to 1 bytes (expected"
                + " at least 0 and 1)");
    assertThatThrownBy(() -> new RequestRule(0, 0)).isInstanceOf(IllegalArgumentException.class);
    RequestRule rule = new RequestRule(0, 1);
    assertThatThrownBy(() -> requests(rule, 0, 5, 4, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid range: offset 4, length 1 (expected an offset of at least 5)");
    assertThatThrownBy(() -> requests(rule, 0, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
