// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the code of the guides, and compares it with their code blocks. */
class DocumentationTest extends GuideExamples {

  @Override
  String uri(Path path) {
    return TestRoot.uri(path);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/sdk.md"})
  void javaBlocksAreExamples(String document) throws IOException {
    String source =
        read("table-tests/src/test/java/io/albis/tests/GuideExamples.java")
            + read("convert/src/test/java/io/albis/convert/ConversionExamplesTest.java");
    List<String> examples = new ArrayList<>();
    for (String part : source.split("// doc\n", -1)) {
      examples.add(part.stripIndent().strip());
    }
    assertThat(blocks("java", document)).isNotEmpty().isSubsetOf(examples);
  }

  /** The project of sdk-tests declares exactly the dependencies that the guides list. */
  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/sdk.md"})
  void dependenciesAreThoseOfTheUsersProject(String document) throws IOException {
    String project = withoutIndentation(read("sdk-tests/src/it/guide/pom.xml"));
    assertThat(blocks("xml", document))
        .isNotEmpty()
        .allSatisfy(block -> assertThat(project).contains(withoutIndentation(block)));
  }

  /** The project of sdk-tests runs with exactly the JVM options that the guide lists. */
  @ParameterizedTest
  @ValueSource(strings = {"docs/sdk.md"})
  void jvmOptionsAreThoseOfTheUsersProject(String document) throws IOException {
    Matcher argLine =
        Pattern.compile("<argLine>(.*)</argLine>").matcher(read("sdk-tests/src/it/guide/pom.xml"));
    assertThat(argLine.find()).isTrue();
    assertThat(read(document)).contains("`" + argLine.group(1) + "`");
  }

  private static String read(String file) throws IOException {
    return Files.readString(TestPaths.root().resolve(file));
  }

  /** The code blocks of one language. */
  private static List<String> blocks(String language, String document) throws IOException {
    Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(read(document));
    List<String> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(matcher.group(1).strip());
    }
    return blocks;
  }

  private static String withoutIndentation(String text) {
    return text.lines().map(String::strip).reduce("", (lines, line) -> lines + line + "\n");
  }
}
