// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of Spark SQL in a release other than that of the build. Names are internal names. */
final class SparkRelease {

  /** What the jars contain all classes of. */
  static final String PACKAGES = "org/apache/spark/sql/";

  private final Map<String, Path> jars = new HashMap<>();
  private final Map<String, Optional<Members>> classes = new HashMap<>();

  /** What a class declares, and where else its members are looked for. */
  private record Members(Set<String> declared, String superName, List<String> interfaces) {}

  SparkRelease(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        try (JarFile jar = new JarFile(file.toFile())) {
          jar.stream().forEach(entry -> jars.put(entry.getName(), file));
        }
      }
    }
  }

  boolean hasClass(String name) {
    return members(name).isPresent();
  }

  /** Whether a class has or inherits a member, named as in {@link #member}. */
  boolean hasMember(String owner, String member) {
    Optional<Members> found = members(owner);
    if (found.isEmpty()) {
      // Of a library, or of a jar of Spark that is not there.
      return !owner.startsWith(PACKAGES);
    }
    Members members = found.get();
    return members.declared.contains(member)
        || members.superName != null && hasMember(members.superName, member)
        || members.interfaces.stream().anyMatch(parent -> hasMember(parent, member));
  }

  static String member(String name, String descriptor) {
    return descriptor.startsWith("(") ? name + descriptor : name + ":" + descriptor;
  }

  private Optional<Members> members(String name) {
    Optional<Members> known = classes.get(name);
    if (known == null) {
      known = read(name);
      classes.put(name, known);
    }
    return known;
  }

  /** Of this release, or of the class path of the tests if it is not of Spark SQL. */
  private Optional<Members> read(String name) {
    String entry = name + ".class";
    Path file = jars.get(entry);
    try {
      if (file == null) {
        try (InputStream in = SparkRelease.class.getClassLoader().getResourceAsStream(entry)) {
          return in == null || name.startsWith(PACKAGES)
              ? Optional.empty()
              : Optional.of(parse(in));
        }
      }
      try (JarFile jar = new JarFile(file.toFile())) {
        return Optional.of(parse(jar.getInputStream(jar.getEntry(entry))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Members parse(InputStream in) throws IOException {
    Set<String> declared = new HashSet<>();
    ClassReader reader = new ClassReader(in);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            declared.add(member(name, descriptor));
            return null;
          }

          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            declared.add(member(name, descriptor));
            return null;
          }
        },
        ClassReader.SKIP_CODE);
    return new Members(declared, reader.getSuperName(), List.of(reader.getInterfaces()));
  }
}
