// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexLikesTest {

  private static final String[] PARTS = {
    "a", "b", "ab", "\n", "\r", "\\n", "\u0085", "\u2029", "%", "_", "\\\\", "\\.", ".", ".", ".*",
    ".*?", ".+", ".?", "a?", "b*", "a+", "[ab]", "[^a]", "[a-c]+", "(a|b)", "(?:ab|)", "(.b)+",
    "(a|^b)", "^", "$", "|", "(b|a$)", "\\z", "\\A", "\\d", "\\W", "(.*)", "()"
  };

  private static final String[] TEXTS = {
    "a", "b", "ab", "c", "\n", "\r", "\r\n", "\u0085", "\u2029", "%", "_", "\\", ".", "𝄞", "ä", "1"
  };

  private static String random(Random random, String[] parts, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(count); i > 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  private static Pattern regex(String like) {
    StringBuilder regex = new StringBuilder("(?s)");
    for (int i = 0; i < like.length(); i++) {
      char next = like.charAt(i);
      switch (next) {
        case '%' -> regex.append(".*");
        case '_' -> regex.append('.');
        case '\\' -> regex.append(Pattern.quote("" + like.charAt(++i)));
        default -> regex.append(Pattern.quote("" + next));
      }
    }
    return Pattern.compile(regex.toString());
  }

  @Test
  void matchesWhatJavaFinds() {
    Random random = new Random(7);
    List<String> texts = new ArrayList<>(List.of("", "\n", "\r\n", "a\r\n", "𝄞", "𝄞b"));
    for (int i = 0; i < 150; i++) {
      texts.add(random(random, TEXTS, 8));
    }
    int exact = 0;
    int necessary = 0;
    for (int i = 0; i < 20_000; i++) {
      String regex = (random.nextInt(4) == 0 ? "(?s)" : "") + random(random, PARTS, 7);
      Optional<RegexLikes.Likes> likes = RegexLikes.of(regex);
      if (likes.isPresent()) {
        exact += likes.get().isExact() ? 1 : 0;
        necessary += likes.get().isExact() ? 0 : 1;
        check(regex, likes.get(), texts);
      }
    }
    assertThat(exact).isGreaterThan(2_000);
    assertThat(necessary).isGreaterThan(2_000);
  }

  private static void check(String regex, RegexLikes.Likes likes, List<String> texts) {
    Pattern pattern = Pattern.compile(regex);
    List<Pattern> alternatives = likes.patterns().stream().map(RegexLikesTest::regex).toList();
    for (String text : texts) {
      boolean isFound = pattern.matcher(text).find();
      boolean isLike = alternatives.stream().anyMatch(one -> one.matcher(text).matches());
      if (likes.isExact() || isFound) {
        assertThat(isLike).as("%s in %s by %s", regex, text, likes).isEqualTo(isFound);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "abc, true, %abc%",
    "^abc, true, abc%",
    "abc\\z, true, %abc",
    ".*abc.*, true, %abc%",
    "^a|b_, true, a% %b\\_%",
    "[Gg]rey, true, %Grey% %grey%",
    "(?s)a.*b, true, %a%b%",
    "a.*b, false, %a%b%",
    "^\\d+-x, false, _%-x%",
  })
  void translated(String regex, boolean isExact, String patterns) {
    RegexLikes.Likes likes = RegexLikes.of(regex).orElseThrow();

    assertThat(likes.isExact()).isEqualTo(isExact);
    assertThat(likes.patterns()).containsExactly(patterns.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(a)\\1", "a(?=b)", "(?<!a)b", "a*+", "a++", "a?+", "(?i)a", "a{2}", "\\ba", "\\p{L}",
        "\\Z", "[[:alpha:]]", "[a&&b]", "[\\d]", "\\Qa\\E", "\\u0041", "\\x41", "𝄞", "a^b", "a$b",
        "(a", "a)", "[a", "*", "\\", ".*x?", ".+", "[a-z][a-z]b$[a-z]", "\uFDD0"
      })
  void refused(String regex) {
    assertThat(RegexLikes.of(regex).filter(likes -> !likes.patterns().contains("%"))).isEmpty();
  }
}
