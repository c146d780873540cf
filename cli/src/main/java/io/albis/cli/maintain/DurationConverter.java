// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations such as {@code 7d}, {@code 12h}, {@code 30m}, {@code 10s} or {@code 0}. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([dhms])|0");

  @Override
  public Duration convert(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is no duration (expected for example 7d, 12h, 30m or 10s)");
    }
    if (matcher.group(1) == null) {
      return Duration.ZERO;
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "d" -> Duration.ofDays(number);
      case "h" -> Duration.ofHours(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
