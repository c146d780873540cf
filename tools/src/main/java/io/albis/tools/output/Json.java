// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
  private static final ObjectWriter RESULTS =
      MAPPER
          .copy()
          .registerModule(new SimpleModule().setSerializerModifier(new Names()))
          .writerWithDefaultPrettyPrinter();

  private Json() {}

  /** Gives properties of records that are numbers the names of numbers. */
  private static final class Names extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    private static final Map<String, String> NUMBERS =
        Map.of(
            "columnGroups", "columnGroupCount",
            "columns", "columnCount",
            "extents", "extentCount",
            "files", "fileCount",
            "rowCount", "rows",
            "rowGroups", "rowGroupCount",
            "segments", "segmentCount");

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config,
        BeanDescription description,
        List<BeanPropertyWriter> properties) {
      return properties.stream()
          .map(property -> isNumber(property) ? property.rename(new NumberName()) : property)
          .toList();
    }

    private static boolean isNumber(BeanPropertyWriter property) {
      return property.getType().isTypeOrSubTypeOf(Number.class) || property.getType().isPrimitive();
    }

    private static final class NumberName extends NameTransformer {
      @Override
      public String transform(String name) {
        return NUMBERS.getOrDefault(name, name);
      }

      @Override
      public String reverse(String name) {
        return name;
      }
    }
  }

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
   * Prints the result of a command on several lines. A name means the same in all of them: plurals
   * such as {@code files} are lists, and their numbers {@code fileCount}, whatever records call
   * them; rows are always counted.
   *
   * @param out the target
   * @param result the result
   */
  public static void printResult(PrintWriter out, Object result) {
    print(out, RESULTS, result);
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
