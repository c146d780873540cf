// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ensures that adding a type, or another concept of the format, fails wherever it is forgotten: no
 * switch over such an enum has a default branch, and each lists all constants.
 */
class EnumSwitchesTest {

  private static final String TYPE_KIND = "io.albis.format.schema.TypeKind";

  private static final Set<String> ENUMS =
      Set.of(
          TYPE_KIND,
          "io.albis.format.schema.PhysicalType",
          "io.albis.format.internal.schema.ValueOrder",
          "io.albis.format.schema.Nesting",
          "io.albis.format.schema.TimeUnit",
          "io.albis.format.internal.layout.Layout",
          "io.albis.format.internal.layout.ColumnNode.Kind",
          "io.albis.format.internal.metadata.proto.MetadataProtos.TimeUnit",
          "io.albis.format.internal.metadata.proto.MetadataProtos.Layout");

  private static final String RELOCATED =
      "/io/albis/format/internal/shaded/protobuf/ByteString.class";

  /** {@code `A`, `B` (module)} in the table of ARCHITECTURE.md. */
  private static final Pattern CLASSES_OF_MODULE =
      Pattern.compile("((?:`\\w+`(?:, )?)+) \\(([a-z-]+)\\)");

  private static final EnumSwitches switches = new EnumSwitches(ENUMS);

  @BeforeAll
  static void scan() throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    for (Path file : mainSources()) {
      sources.add(source(file.toUri(), relocated(Files.readString(file))));
    }
    switches.scan(sources);
  }

  @Test
  void allSwitchesListAllConstants() {
    assertThat(switches.problems()).isEmpty();
    assertThat(switches.count()).isGreaterThan(30);
  }

  /** What moves values depends on {@code PhysicalType}; a new type touches no other class. */
  @Test
  void architectureListsTheSwitchesOverTypes() throws IOException {
    String row =
        Files.readString(Path.of("..", "ARCHITECTURE.md"))
            .lines()
            .filter(line -> line.startsWith("| a type |"))
            .findFirst()
            .orElseThrow();
    Set<String> listed = new TreeSet<>();
    Matcher classes = CLASSES_OF_MODULE.matcher(row);
    while (classes.find()) {
      for (String name : classes.group(1).replace("`", "").split(", ", -1)) {
        listed.add(classes.group(2) + "/" + name);
      }
    }
    assertThat(switches.classes(TYPE_KIND))
        .filteredOn(name -> !name.startsWith("bench/"))
        .containsExactlyElementsOf(listed);
  }

  @Test
  void findsDefaultBranchesAndMissingConstants() {
    EnumSwitches found = new EnumSwitches(ENUMS);
    found.scan(
        List.of(
            source(
                URI.create("string:///Sample.java"),
                """
                import io.albis.format.schema.Nesting;
                class Sample {
                  static int complete(Nesting nesting) {
                    return switch (nesting) {
                      case NONE -> 1;
                      case STRUCT, LIST, MAP -> 2;
                    };
                  }
                  static int withDefault(Nesting nesting) {
                    return switch (nesting) {
                      case NONE -> 1;
                      default -> 2;
                    };
                  }
                  static void incomplete(Nesting nesting) {
                    switch (nesting) {
                      case NONE, LIST -> {}
                    }
                  }
                }
                """)));
    assertThat(found.count()).isEqualTo(3);
    assertThat(found.problems())
        .containsExactly(
            "Sample.java:10 has a default branch", "Sample.java:16 leaves out [MAP, STRUCT]");
    assertThat(found.classes("io.albis.format.schema.Nesting")).containsExactly("Sample");
    assertThat(found.classes(TYPE_KIND)).isEmpty();
  }

  /**
   * Renames Protocol Buffers as packaging does if the classes of format-spec on the class path were
   * packaged before.
   */
  private static String relocated(String source) {
    boolean isPackaged = EnumSwitchesTest.class.getResource(RELOCATED) != null;
    return isPackaged
        ? source.replace(
            "com.google.protobuf.",
            RELOCATED.substring(1, RELOCATED.lastIndexOf('/') + 1).replace('/', '.'))
        : source;
  }

  private static JavaFileObject source(URI name, String text) {
    return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
      }
    };
  }

  /** The files of all modules that contain a switch: compiling all files would take longer. */
  private static List<Path> mainSources() throws IOException {
    Path root = Path.of("").toAbsolutePath().getParent();
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.toList()) {
        Path main = module.resolve("src/main/java");
        if (Files.isDirectory(main)) {
          try (Stream<Path> files = Files.walk(main)) {
            files.filter(EnumSwitchesTest::hasSwitch).forEach(sources::add);
          }
        }
      }
    }
    return sources;
  }

  private static boolean hasSwitch(Path file) {
    try {
      return file.toString().endsWith(".java") && Files.readString(file).contains("switch (");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
