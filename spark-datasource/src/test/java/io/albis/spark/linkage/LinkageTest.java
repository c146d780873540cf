// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.linkage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The jar runs in earlier releases of Spark than the one it is compiled against. What it refers to
 * must exist in each, but in the classes and methods that are known to need a later release: these
 * are called by that release alone, or behind {@code Capabilities}.
 */
class LinkageTest {

  private static final Path CLASSES = Path.of("target", "classes");
  private static final Path RELEASES = Path.of("target", "spark-releases");

  private static final Set<String> NEED_4_1 =
      Set.of(
          "AlbisCacheSerializer.convertToColumnarPlanIfPossible",
          "AlbisCatalog.staged",
          "internal/compat/RowChecks",
          "internal/compat/TableConstraints",
          "internal/compat/TimeOfDay$Types");

  private static final Set<String> NEED_4_2 =
      Set.of(
          "AlbisViewCatalog",
          "internal/catalog/ViewJson",
          "internal/changelog/Commits",
          "internal/changelog/TableChangelog",
          "internal/compat/PartitionPredicates",
          "internal/scan/AlbisScanBuilder.pushTableSample",
          "internal/table/EvolvingTable",
          "internal/table/SchemaMerge$Start.isEvolvedBySpark");

  /** Where a class of Albis refers to what a release does not have. */
  private static final class Missing {

    private final SparkRelease release;
    private final Set<String> allowed;
    private final Set<String> places = new TreeSet<>();

    Missing(SparkRelease release, Set<String> allowed) {
      this.release = release;
      this.allowed = allowed;
    }

    void read(byte[] bytes) {
      ClassReader reader = new ClassReader(bytes);
      String name = reader.getClassName().substring("io/albis/spark/".length());
      requireClass(name, reader.getSuperName());
      Stream.of(reader.getInterfaces()).forEach(parent -> requireClass(name, parent));
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                int access, String method, String type, String signature, String[] exceptions) {
              return references(allowed.contains(name) ? name : name + "." + method);
            }
          },
          ClassReader.SKIP_FRAMES);
    }

    private void requireClass(String place, String name) {
      if (name.startsWith(SparkRelease.PACKAGES) && !release.hasClass(name)) {
        report(place, name);
      }
    }

    private void requireMember(String place, String owner, String member) {
      if (owner.startsWith(SparkRelease.PACKAGES) && !release.hasMember(owner, member)) {
        report(place, owner + "." + member);
      }
    }

    private void report(String place, String missing) {
      places.add(allowed.contains(place) ? place : place + " refers to " + missing);
    }

    private MethodVisitor references(String place) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String type, boolean isInterface) {
          requireMember(place, owner, SparkRelease.member(name, type));
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String type) {
          requireMember(place, owner, SparkRelease.member(name, type));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
          requireClass(place, type);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String name, String type, Handle bootstrap, Object... arguments) {
          for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
              requireMember(
                  place,
                  handle.getOwner(),
                  SparkRelease.member(handle.getName(), handle.getDesc()));
            }
          }
        }
      };
    }
  }

  private static Set<String> missing(String release, Set<String> allowed) throws IOException {
    Missing missing = new Missing(new SparkRelease(RELEASES.resolve(release)), allowed);
    try (Stream<Path> files = Files.walk(CLASSES.resolve("io/albis/spark"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        missing.read(Files.readAllBytes(file));
      }
    }
    return missing.places;
  }

  @Test
  void linksInSpark40() throws IOException {
    Set<String> allowed = new TreeSet<>(NEED_4_1);
    allowed.addAll(NEED_4_2);

    assertThat(missing("4.0", allowed)).isEqualTo(allowed);
  }

  @Test
  void linksInSpark41() throws IOException {
    assertThat(missing("4.1", NEED_4_2)).isEqualTo(new TreeSet<>(NEED_4_2));
  }
}
