// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that links between documents, and the names of benchmarks in them, lead somewhere, and
 * that lines are short.
 */
class DocumentLinksTest {

  private static final Pattern CODE_BLOCK = Pattern.compile("(?sm)^```.*?^```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern JMH = Pattern.compile("bench/run jmh (\\w+)");

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String directory :
        List.of("", "docs", "docs/measurements", "format-spec", "format-spec/golden")) {
      try (Stream<Path> files = Files.list(TestPaths.root().resolve(directory))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadToFilesAndHeadings(Path document) throws IOException {
    String content = Files.readString(document);
    assertThat(content).isNotBlank();
    String text = CODE_BLOCK.matcher(content).replaceAll("");
    for (MatchResult link : LINK.matcher(text).results().toList()) {
      if (link.group(1).contains("://")) {
        continue;
      }
      Path target =
          link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
      assertThat(target).as("target of %s", link.group()).exists();
      if (link.group(2) != null) {
        assertThat(anchors(target)).as("headings of %s", target).contains(link.group(2));
      }
    }
  }

  /** Except code and tables. Indented lines may be code. */
  @ParameterizedTest
  @MethodSource("documents")
  void linesAreShort(Path document) throws IOException {
    String text = CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
    assertThat(text.lines().filter(line -> !line.startsWith("|") && !line.startsWith("    ")))
        .allSatisfy(
            line -> assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(100));
  }

  @Test
  void benchmarksExist() throws IOException {
    String text = Files.readString(TestPaths.root().resolve("docs/performance.md"));
    assertThat(JMH.matcher(text).results().map(name -> name.group(1)))
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(TestPaths.root().resolve("bench/src/main/java/io/albis/bench"))
                    .isDirectoryContaining(file -> file.endsWith(name + ".java")));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path document) {
    try {
      return HEADING
          .matcher(Files.readString(document))
          .results()
          .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
          .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
