// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a regular expression that is searched for in a string into patterns of {@code LIKE}, of
 * which one has to match: literals, groups with alternatives, short lists of characters, anchors,
 * and parts of any length. Parts that are not just any string make the patterns a necessary
 * condition only.
 */
final class RegexLikes {

  /** Patterns with the escape character {@code \}. */
  record Likes(Set<String> patterns, boolean isExact) {}

  private static final int MAX_LENGTH = 1_000;
  private static final int MAX_PATTERNS = 28;

  /** What these characters stand for; they are no characters of text. */
  private static final char START = '\uFDD0';

  private static final char END = '\uFDD1';
  private static final char LAST_LINE_END = '\uFDD2';

  /** One code point, but not any. */
  private static final char SOME = '\uFDD3';

  /** The empty string or others, but maybe not all. */
  private static final char SOME_OR_NONE = '\uFDD4';

  private static final String LINE_ENDS = "\n\r\u0085\u2028\u2029";

  /** Thrown for what is not supported. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused() {
      super(null, null, false, false);
    }
  }

  private final String regex;
  private final boolean isDotAll;
  private int at;
  private boolean isExact = true;

  private RegexLikes(String regex) {
    this.regex = regex;
    this.isDotAll = regex.startsWith("(?s)");
    this.at = isDotAll ? 4 : 0;
  }

  /**
   * Translates a regular expression of Java.
   *
   * @return empty if there are no such patterns, or too many
   */
  static Optional<Likes> of(String regex) {
    try {
      return new RegexLikes(regex).translate();
    } catch (Refused e) {
      return Optional.empty();
    }
  }

  private Optional<Likes> translate() {
    require(regex.length() <= MAX_LENGTH);
    List<String> alternatives = alternatives();
    require(at == regex.length());
    Set<String> patterns = new LinkedHashSet<>();
    for (String alternative : alternatives) {
      addPatterns(alternative, patterns);
    }
    boolean saysLittle = !isExact && patterns.stream().anyMatch(one -> one.matches("[%_]*"));
    return saysLittle || patterns.size() > MAX_PATTERNS
        ? Optional.empty()
        : Optional.of(new Likes(patterns, isExact));
  }

  private static void require(boolean isSupported) {
    if (!isSupported) {
      throw new Refused();
    }
  }

  private boolean isNext(char expected) {
    return at < regex.length() && regex.charAt(at) == expected;
  }

  private boolean skip(char expected) {
    boolean isNext = isNext(expected);
    at += isNext ? 1 : 0;
    return isNext;
  }

  private char next() {
    require(at < regex.length());
    return regex.charAt(at++);
  }

  private List<String> alternatives() {
    List<String> found = new ArrayList<>();
    do {
      List<String> sequence = List.of("");
      while (at < regex.length() && !isNext('|') && !isNext(')')) {
        sequence = joined(sequence, repeated(atom()));
      }
      found.addAll(sequence);
      require(found.size() <= MAX_PATTERNS);
    } while (skip('|'));
    return found;
  }

  private static List<String> joined(List<String> starts, List<String> ends) {
    require(starts.size() * ends.size() <= MAX_PATTERNS);
    List<String> joined = new ArrayList<>();
    for (String start : starts) {
      for (String end : ends) {
        joined.add(start + end);
      }
    }
    return joined;
  }

  private List<String> repeated(List<String> atom) {
    boolean isOptional = isNext('?') || isNext('*');
    boolean isRepeated = isNext('*') || isNext('+');
    if (!isOptional && !isRepeated) {
      return atom;
    }
    at++;
    skip('?');
    require(!isNext('+') && !isNext('*') && !isNext('?'));
    require(atom.stream().noneMatch(RegexLikes::hasAnchor));
    List<String> once = isOptional ? List.of("") : atom;
    if (isRepeated) {
      return joined(once, List.of(atom.equals(List.of("_")) ? "%" : "" + SOME_OR_NONE));
    }
    List<String> optional = new ArrayList<>(atom);
    optional.addAll(once);
    return optional;
  }

  private static boolean hasAnchor(String text) {
    return text.chars().anyMatch(c -> c == START || c == END || c == LAST_LINE_END);
  }

  private List<String> atom() {
    char next = next();
    return switch (next) {
      case '(' -> group();
      case '[' -> list();
      case '.' -> List.of(isDotAll ? "_" : "" + SOME);
      case '^' -> List.of("" + START);
      case '$' -> List.of("" + LAST_LINE_END);
      case '\\' -> List.of(escaped());
      case '*', '+', '?', '{', '}', ']' -> throw new Refused();
      default -> List.of(literal(next));
    };
  }

  private List<String> group() {
    if (skip('?')) {
      require(next() == ':');
    }
    List<String> alternatives = alternatives();
    require(skip(')'));
    return alternatives;
  }

  /** A list with ranges: of some letters or digits, the letters; else any code point. */
  private List<String> list() {
    boolean isNegated = skip('^');
    List<String> letters = new ArrayList<>();
    do {
      char from = listed();
      char to = isNext('-') ? upTo() : from;
      require(from <= to);
      for (char c = from; c <= to && letters.size() <= MAX_PATTERNS; c++) {
        letters.add(literal(c));
      }
    } while (!skip(']'));
    return isNegated || letters.size() > MAX_PATTERNS ? List.of("" + SOME) : letters;
  }

  private char upTo() {
    at++;
    return listed();
  }

  private char listed() {
    char next = next();
    boolean isPlain = next < 0x80 && Character.isLetterOrDigit(next);
    require(isPlain || next == ' ' || next == '_' || next == '.');
    return next;
  }

  private String escaped() {
    char next = next();
    return switch (next) {
      case 'A' -> "" + START;
      case 'z' -> "" + END;
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case 'd', 'D', 's', 'S', 'w', 'W' -> "" + SOME;
      default -> {
        require(next > ' ' && next < 0x7f && !Character.isLetterOrDigit(next));
        yield literal(next);
      }
    };
  }

  private static String literal(char c) {
    require(!Character.isSurrogate(c) && (c < START || c > SOME_OR_NONE));
    return c == '%' || c == '_' || c == '\\' ? "\\" + c : "" + c;
  }

  /** Adds what an alternative stands for. Outside of anchors, any string may come. */
  private void addPatterns(String alternative, Set<String> target) {
    String text = alternative;
    boolean isAtStart = text.indexOf(START) == 0;
    text = isAtStart ? text.substring(1) : "%" + withoutStart(text);
    char last = text.isEmpty() ? 0 : text.charAt(text.length() - 1);
    boolean isAtEnd = last == END || last == LAST_LINE_END;
    text = isAtEnd ? text.substring(0, text.length() - 1) : withoutEnd(text) + "%";
    require(!hasAnchor(text));
    if (text.indexOf(SOME) >= 0 || text.indexOf(SOME_OR_NONE) >= 0) {
      isExact = false;
      text = text.replace(SOME, '_').replace(SOME_OR_NONE, '%');
    }
    text = text.replaceAll("(?<!\\\\)%%+", "%");
    target.add(text);
    boolean isAny = text.endsWith("%") && !text.endsWith("\\%");
    if (last == LAST_LINE_END && !isAny) {
      char before = text.isEmpty() ? 0 : text.charAt(text.length() - 1);
      // There is no end of a line between \r and \n.
      isExact &= before != '_' && LINE_ENDS.indexOf(before) < 0;
      target.add(text + "\r\n");
      for (int i = 0; i < LINE_ENDS.length(); i++) {
        target.add(text + LINE_ENDS.charAt(i));
      }
    }
  }

  private static String withoutStart(String text) {
    int start = 0;
    while (start < text.length() && text.charAt(start) == SOME_OR_NONE) {
      start++;
    }
    return text.substring(start);
  }

  private static String withoutEnd(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == SOME_OR_NONE) {
      end--;
    }
    return text.substring(0, end);
  }
}
