// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Runs fuzz tests on inputs without a fuzzer, for the report of coverage. */
final class Replay {

  private static final Path RESOURCES = Path.of("src/test/resources/io/albis/fuzz");

  private Replay() {}

  /** Runs tests on all their inputs in the repository. */
  public static void main(String[] tests) throws Exception {
    for (String name : tests) {
      Class<?> test = Class.forName("io.albis.fuzz." + name);
      Constructor<?> constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object instance = constructor.newInstance();
      Method method = method(test);
      method.setAccessible(true);
      for (byte[] input : inputs(name)) {
        method.invoke(instance, (Object) input);
      }
    }
  }

  private static Method method(Class<?> test) {
    return Arrays.stream(test.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(FuzzTest.class))
        .findFirst()
        .orElseThrow();
  }

  /** The inputs of a test in the repository. */
  static List<byte[]> inputs(String test) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(RESOURCES.resolve(test + "Inputs"))) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    List<byte[]> inputs = new ArrayList<>();
    for (Path file : files) {
      inputs.add(Files.readAllBytes(file));
    }
    return inputs;
  }
}
