// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@link WorkloadFile}. */
class WorkloadFileTest {

  private static WorkloadFile.Paths read(String text) throws IOException {
    return WorkloadFile.read(
        "queries.jsonl", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(Workload workload, List<String> paths) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WorkloadFile.write(workload, paths::get, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void setsAreLines() throws IOException {
    Workload workload =
        Workload.builder().add(new int[] {0, 2}, 12).add(new int[] {1}, 0.5).build();

    assertThat(text(workload, List.of("a", "b.\"ü", "c")))
        .isEqualTo(
            """
            {"columns":["a","c"],"weight":12.0}
            {"columns":["b.\\"ü"],"weight":0.5}
            """);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    Workload workload =
        Workload.builder().add(new int[] {0, 1}, 12).add(new int[] {1, 2}, 3).build();
    List<String> paths = List.of("x", "y z", "line\nbreak");

    String text = text(workload, paths);
    WorkloadFile.Paths found = read(text);

    assertThat(text(found.workload(), found.paths())).isEqualTo(text);
  }

  @Test
  void equalSetsAreAddedAndUnknownKeysIgnored() throws IOException {
    WorkloadFile.Paths found =
        read(
            """
            {"columns":["a","b"]}
            {"query":{"id":[1,2]},"weight":2,"columns":["b","a","a"]}
            """);

    assertThat(found.paths()).containsExactly("a", "b");
    assertThat(found.workload().queries())
        .singleElement()
        .satisfies(query -> assertThat(query.weight()).isEqualTo(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[1]|expected an object (line 1",
        "{\"weight\":1}|expected the key \"columns\" (line 1",
        "{\"columns\":\"a\"}|expected an array of paths (line 1",
        "{\"columns\":[1]}|expected a path as a string (line 1",
        "{\"columns\":[[\"a\"]]}|expected a path as a string (line 1",
        "{\"columns\":[\"a\"],\"weight\":0}|expected a positive weight (line 1",
        "{\"columns\":[\"a\"],\"weight\":1e999}|expected a positive weight (line 1",
        "{\"columns\":[\"a\"],\"weight\":\"1\"}|expected a number as weight (line 1",
        "{\"columns\":[\"a\"]|the text ends within a value (line 1",
        "{\"columns\":[\"a\"|the text ends within a value (line 1",
        "{\"columns\":|the text ends within a value (line 1",
        "columns|Unrecognized token",
      })
  void otherTextIsRefused(String line, String message) {
    assertThatThrownBy(() -> read(line + "\n"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Invalid workload queries.jsonl: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"00 00 01 00 00 00 00 00", "7b 00 00 00 00 00 11 00"})
  void otherEncodingsAreRefused(String bytes) {
    byte[] text = HexFormat.ofDelimiter(" ").parseHex(bytes);

    assertThatThrownBy(() -> WorkloadFile.read("queries.jsonl", new ByteArrayInputStream(text)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Invalid workload queries.jsonl: expected UTF-8, found ");
  }
}
