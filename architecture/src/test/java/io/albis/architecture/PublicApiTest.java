// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnJre;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the public and protected API of each published module with the list in {@code
 * config/api}, so that every change of the API is visible in a diff. Later Java releases print
 * signatures differently.
 */
@EnabledOnJre(JRE.JAVA_17)
class PublicApiTest {

  private static final Path LISTS = Path.of("..", "config", "api");

  @ParameterizedTest
  @ValueSource(strings = {"format", "storage", "writer", "reader", "maintenance", "convert"})
  void apiIsAsListed(String module) throws IOException {
    Path list = LISTS.resolve(module + ".txt");
    String api = api("io.albis." + module);
    if (Boolean.getBoolean("albis.api.write")) {
      Files.createDirectories(LISTS);
      Files.writeString(list, api);
    }
    assertThat(api)
        .as(
            "the API of %s; after an intended change, write %s with -Dalbis.api.write=true",
            module, list)
        .isEqualTo(Files.readString(list));
  }

  /** With the packages in order and the types of each, as {@code docs/sdk.md} lists them. */
  @Test
  void guideListsEachTypeOfEachPackage() throws IOException {
    Map<String, List<String>> listed = new TreeMap<>();
    Matcher rows =
        Pattern.compile("\\| `(io\\.albis\\.[a-z.]+)` \\|[^|]*\\|([^|]*)\\|\n")
            .matcher(Files.readString(Path.of("..", "docs", "sdk.md")));
    while (rows.find()) {
      listed.put(rows.group(1), List.of(rows.group(2).replace("`", "").strip().split(", ", -1)));
    }
    assertThat(listed)
        .hasSize(11)
        .isEqualTo(
            AlbisClasses.written().stream()
                .filter(type -> CodeRulesTest.isApi(type) && type.isTopLevelClass())
                .sorted(Comparator.comparing(JavaClass::getSimpleName))
                .collect(
                    Collectors.groupingBy(
                        JavaClass::getPackageName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getSimpleName, Collectors.toList()))));
  }

  private static String api(String root) {
    return AlbisClasses.written().stream()
        .filter(type -> (type.getPackageName() + ".").startsWith(root + "."))
        .filter(CodeRulesTest::isApi)
        .sorted(Comparator.comparing(JavaClass::getName))
        .map(PublicApiTest::describe)
        .collect(Collectors.joining("\n"));
  }

  private static String describe(JavaClass javaClass) {
    Class<?> type = load(javaClass.getName());
    return type.toGenericString()
        + supertypes(type)
        + "\n"
        + members(type.getDeclaredFields(), Field::toGenericString)
        + members(type.getDeclaredConstructors(), Constructor::toGenericString)
        + members(type.getDeclaredMethods(), Method::toGenericString);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, PublicApiTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Cannot load " + name, e);
    }
  }

  private static String supertypes(Class<?> type) {
    List<Class<?>> supertypes =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
            .filter(supertype -> supertype != Object.class)
            .toList();
    return supertypes.isEmpty()
        ? ""
        : supertypes.stream().map(Class::getName).collect(Collectors.joining(", ", ": ", ""));
  }

  private static <T extends Member> String members(T[] members, Function<T, String> signature) {
    return Arrays.stream(members)
        .filter(member -> (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0)
        .filter(member -> !member.isSynthetic())
        .map(signature)
        .map(line -> line.replace("synchronized ", ""))
        .sorted()
        .map(line -> "  " + line + "\n")
        .collect(Collectors.joining());
  }
}
