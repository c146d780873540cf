// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows as JSON lines, compared with those that other programs have written. */
final class JsonRows {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private JsonRows() {}

  /** Reads the rows of a file. */
  static List<JsonNode> of(Path file) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  /** Compares numbers by value; decimals may be numbers on one side and strings on the other. */
  private static void assertEqual(JsonNode found, JsonNode expected, String path) {
    if (expected.isObject()) {
      assertThat(found.size()).as(path).isEqualTo(expected.size());
      for (Map.Entry<String, JsonNode> field : expected.properties()) {
        String name = path + "." + field.getKey();
        assertThat(found.has(field.getKey())).as(name).isTrue();
        assertEqual(found.get(field.getKey()), field.getValue(), name);
      }
    } else if (expected.isArray()) {
      assertThat(found.size()).as(path).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        assertEqual(found.get(i), expected.get(i), path + "[" + i + "]");
      }
    } else if (expected.isBigDecimal()) {
      assertThat(found.doubleValue()).as(path).isEqualTo(expected.doubleValue());
    } else if (found.isNumber() && !expected.isNull()) {
      assertThat(found.decimalValue())
          .as(path)
          .isEqualByComparingTo(new BigDecimal(expected.asText()));
    } else {
      assertThat(found).as(path).isEqualTo(expected);
    }
  }

  /** Compares the rows of two files, numbers by value. */
  static void assertSame(Path found, Path expected) throws Exception {
    List<JsonNode> foundLines = of(found);
    List<JsonNode> expectedLines = of(expected);
    assertThat(foundLines).hasSameSizeAs(expectedLines).isNotEmpty();
    for (int i = 0; i < expectedLines.size(); i++) {
      assertEqual(foundLines.get(i), expectedLines.get(i), "row " + i);
    }
  }
}
