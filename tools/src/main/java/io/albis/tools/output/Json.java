// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * Writes records, lists, maps and plain values as JSON. Names are in camel case, decimals never in
 * scientific notation.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();
  private static final ObjectWriter PRETTY = MAPPER.writerWithDefaultPrettyPrinter();

  private Json() {}

  /**
   * Prints a value on several lines.
   *
   * @param out the target
   * @param value the value
   */
  public static void print(PrintWriter out, Object value) {
    print(out, PRETTY, value);
  }

  /**
   * Prints a value on one line.
   *
   * @param out the target
   * @param value the value
   */
  public static void printLine(PrintWriter out, Object value) {
    print(out, MAPPER.writer(), value);
  }

  /**
   * Formats a value on one line, without a line end.
   *
   * @param value the value
   * @return JSON
   */
  public static String line(Object value) {
    return text(MAPPER.writer(), value);
  }

  /**
   * Writes a value to a file, on several lines.
   *
   * @param file is replaced if it exists
   * @param value the value
   * @throws IOException if the file cannot be written
   */
  public static void write(Path file, Object value) throws IOException {
    PRETTY.writeValue(file.toFile(), value);
  }

  private static void print(PrintWriter out, ObjectWriter writer, Object value) {
    out.println(text(writer, value));
    out.flush();
  }

  private static String text(ObjectWriter writer, Object value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Failed to write JSON", e);
    }
  }
}
