// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The contents of the jar for users. Runs when it has been packaged. */
@EnabledIfSystemProperty(named = SparkPrograms.JAR_PROPERTY, matches = ".+")
class OneJarCheck {

  private static JarFile open() throws IOException {
    return new JarFile(SparkPrograms.jar().toFile());
  }

  private static String text(JarFile jar, String entry) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
  }

  /** JNA is the exception: its native code refers to its classes by name. */
  @Test
  void hasNoForeignClasses() throws IOException {
    try (JarFile jar = open()) {
      List<String> foreign =
          jar.stream()
              .map(ZipEntry::getName)
              .filter(name -> name.endsWith(".class"))
              .map(name -> name.replaceFirst("^META-INF/versions/[0-9]+/", ""))
              .filter(name -> !name.startsWith("io/albis/") && !name.startsWith("com/sun/jna/"))
              .toList();
      assertThat(foreign).isEmpty();
    }
  }

  @Test
  void hasWhatSparkLacks() throws IOException {
    try (JarFile jar = open()) {
      assertThat(
              List.of(
                  "io/albis/spark/AlbisDataSource.class",
                  "io/albis/reader/Table.class",
                  "io/albis/writer/TableWriter.class",
                  "io/albis/maintenance/TableMaintenance.class",
                  "io/albis/hdfs/internal/HadoopStorageProvider.class",
                  "io/albis/format/internal/shaded/protobuf/Message.class",
                  "io/albis/spark/internal/shaded/netty/buffer/ByteBuf.class",
                  "io/albis/spark/internal/shaded/caffeine/cache/Caffeine.class",
                  "com/sun/jna/Native.class",
                  "com/sun/jna/linux-x86-64/libjnidispatch.so",
                  "com/sun/jna/linux-aarch64/libjnidispatch.so"))
          .allSatisfy(name -> assertThat(jar.getEntry(name)).as(name).isNotNull());
    }
  }

  @Test
  void namesItsServices() throws IOException {
    try (JarFile jar = open()) {
      assertThat(text(jar, "META-INF/services/io.albis.storage.StorageProvider"))
          .contains("io.albis.hdfs.internal.HadoopStorageProvider")
          .contains("io.albis.storage.internal.local");
      assertThat(text(jar, "META-INF/services/org.apache.spark.sql.sources.DataSourceRegister"))
          .contains("io.albis.spark.AlbisDataSource");
      assertThat(text(jar, "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider"))
          .contains("io.albis.spark.internal.table.SessionExtensions");
      assertThat(text(jar, "META-INF/services/org.apache.spark.status.AppHistoryServerPlugin"))
          .contains("io.albis.spark.internal.ui.HistoryPlugin");
    }
  }

  @Test
  void hasLicences() throws IOException {
    try (JarFile jar = open()) {
      assertThat(text(jar, "META-INF/LICENSE")).contains("Apache License");
      assertThat(text(jar, "META-INF/NOTICE")).contains("Albis");
    }
  }

  @Test
  void isSmall() throws IOException {
    assertThat(Files.size(SparkPrograms.jar())).isLessThan((9L << 20) + (256 << 10));
  }
}
