// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.albis.format.error.AlbisIOException;
import io.albis.tests.FaultyStorageProvider;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.View;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views whose files cannot be written, read or deleted. */
@ExtendWith(SparkTestSession.class)
class ViewFailureTest {

  @TempDir Path directory;

  private SparkSession spark;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.lake", AlbisViewCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", "faulty:" + directory);
    spark.sql("CREATE NAMESPACE lake.a");
  }

  private List<String> views() {
    return spark.sql("SHOW VIEWS IN lake.a").collectAsList().stream()
        .map(row -> row.getString(1))
        .sorted()
        .toList();
  }

  private void deny(String method) {
    String views = directory.resolve("a/_views").toString();
    FaultyStorageProvider.failNext(
        method, false, new AccessDeniedException(views, null, "permission denied"));
  }

  @Test
  void saysWhereItHasNoPermission() {
    deny("publish");
    assertThatThrownBy(() -> spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("Failed to create view a.v in faulty:" + directory)
        .hasMessageContaining("a/_views: permission denied");
    assertThat(views()).isEmpty();

    spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one");
    deny("publish");
    assertThatThrownBy(() -> spark.sql("CREATE OR REPLACE VIEW lake.a.v AS SELECT 2 AS one"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("a/_views: permission denied");
    assertThat(spark.sql("SELECT * FROM lake.a.v").first().getInt(0)).isEqualTo(1);
    deny("delete");
    assertThatThrownBy(() -> spark.sql("DROP VIEW lake.a.v"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("Failed to drop view a.v in faulty:" + directory)
        .hasMessageContaining("a/_views: permission denied");
    assertThat(views()).containsExactly("v");
  }

  @Test
  void saysThatBothNamesExistIfTheDropFails() {
    spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one");
    deny("delete");

    assertThatThrownBy(() -> spark.sql("ALTER VIEW lake.a.v RENAME TO a.w"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("Failed to rename view a.v to a.w: there can be both now")
        .hasMessageContaining("a/_views: permission denied");
    assertThat(views()).containsExactly("v", "w");
    spark.sql("DROP VIEW lake.a.v");
    assertThat(spark.sql("SELECT * FROM lake.a.w").first().getInt(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "schema", "sqlConfigs", "properties"})
  void namesTheFieldThatAFileLacks(String field) throws Exception {
    spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one");
    Path file = directory.resolve("a/_views/v-1.json");
    ObjectMapper json = new ObjectMapper();
    ObjectNode view = (ObjectNode) json.readTree(Files.readString(file));
    view.remove(field);
    Files.writeString(file, json.writeValueAsString(view));

    assertThatThrownBy(() -> spark.sql("SELECT * FROM lake.a.v"))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageContaining("Failed to read view a.v")
        .hasMessageContaining("it has no " + field);
  }

  /** Files of each length but the whole one. */
  @Test
  void refusesTruncatedFiles() throws Exception {
    spark.sql("CREATE VIEW lake.a.v AS SELECT 1 AS one");
    Path file = directory.resolve("a/_views/v-1.json");
    byte[] whole = Files.readString(file).trim().getBytes(StandardCharsets.UTF_8);
    AlbisViewCatalog catalog = catalog();
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> catalog.loadView(name("v")))
          .as("%s bytes", length)
          .isInstanceOf(AlbisIOException.class)
          .hasMessageContaining("Failed to read view a.v");
    }
  }

  /** Whether it succeeds or fails, the view is whole or does not exist. */
  @Test
  void createsAllOrNothingIfInterrupted() throws Exception {
    AlbisViewCatalog catalog = catalog();
    View view =
        new View.Builder()
            .withQueryText("SELECT 1 AS one")
            .withSchema(new StructType().add("one", "int"))
            .build();
    Thread.currentThread().interrupt();
    boolean isCreated = true;
    try {
      catalog.createView(name("v"), view);
    } catch (AlbisIOException e) {
      isCreated = false;
      assertThat(e).hasMessageContaining("Failed to create view a.v");
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(catalog.viewExists(name("v"))).isEqualTo(isCreated);
    if (!isCreated) {
      catalog.createView(name("v"), view);
    }
    assertThat(catalog.loadView(name("v")).queryText()).isEqualTo("SELECT 1 AS one");
  }

  private static Identifier name(String view) {
    return Identifier.of(new String[] {"a"}, view);
  }

  private AlbisViewCatalog catalog() {
    AlbisViewCatalog catalog = new AlbisViewCatalog();
    catalog.initialize(
        "lake", new CaseInsensitiveStringMap(Map.of("warehouse", directory.toString())));
    return catalog;
  }
}
