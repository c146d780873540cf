// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** Tests the pictures of {@code albis meta}. */
class PictureTest {

  private static final int ROWS = 60_000;

  @TempDir private Path dir;
  private String table;

  @BeforeEach
  void create() {
    table = dir.resolve("t.albis").toString();
    Schema schema =
        Schema.of(
            Field.required("a", Type.int64()),
            Field.required("b<&", Type.int64()),
            Field.required("c", Type.int64()),
            Field.required("d", Type.int64()));
    try (TableWriter writer = TableWriter.create(table, schema).open()) {
      write(writer);
    }
    try (TableUpdate update = TableUpdate.open(table)) {
      update.orderColumns(List.of("c", "a")).commit();
    }
    try (TableWriter writer = TableWriter.append(table).open()) {
      write(writer);
    }
  }

  private static void write(TableWriter writer) {
    try (RowWriter rows = writer.newRowWriter()) {
      for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < 4; column++) {
          rows.setLong(column, row);
        }
        rows.endRow();
      }
    }
    writer.commit();
  }

  /** The letters of each file, each as often as it follows another one. */
  private static List<String> runs(String picture) {
    return Pattern.compile("\\|(.*)\\|")
        .matcher(picture)
        .results()
        .map((MatchResult line) -> line.group(1).replaceAll("(.)\\1*", "$1").trim())
        .toList();
  }

  @Test
  void lettersFollowTheOrderOfTheColumnsInEachFile() {
    assertThat(runs(ok("meta", table, "--picture"))).containsExactly("abcd", "cabd");
  }

  @Test
  void showsWhatAProjectionReads() {
    String text = ok("meta", table, "--picture", "--columns", "a,c");
    assertThat(runs(text)).containsExactly("a.c.", "ca.");
    assertThat(text).containsPattern("scan of +files +requests +bytes +read over");
    // Two requests in the first file; one in the second, with the padding between the columns.
    assertThat(text).containsPattern("snapshot 3 \\(append\\) +2 +3 +1\\.83 MiB +3\\.25 KiB");
    assertThat(text).doesNotContain("b<&");
  }

  @Test
  void gapsThatAreReadOverAreShown() {
    String text =
        ok("meta", table, "--picture", "--columns", "a,c", "-O", "io.request-micros=1000");
    assertThat(runs(text)).containsExactly("a-c.", "ca.");
    assertThat(text).containsPattern("snapshot 3 \\(append\\) +2 +2 +");
  }

  @Test
  void comparesSnapshots() {
    String text = ok("meta", table, "--picture", "--before", "1");
    assertThat(runs(text)).containsExactly("abcd", "abcd", "cabd");
    assertThat(text).contains("snapshot 1 (create)", "snapshot 3 (append)");
  }

  @Test
  void pageIsWellFormedAndNamesEveryExtent() throws Exception {
    Path page = dir.resolve("layout.html");
    assertThat(ok("meta", table, "--html", page.toString(), "--columns", "a,b<&")).isEmpty();

    assertThat(Files.readString(page)).doesNotContain("<script");
    Document document = parse(page);
    assertThat(document.getElementsByTagName("svg").getLength()).isGreaterThanOrEqualTo(2);
    List<String> titles =
        Arrays.stream(new int[] {0, 1, 2, 3, 4, 5, 6, 7})
            .mapToObj(i -> document.getElementsByTagName("title").item(i + 1).getTextContent())
            .toList();
    assertThat(titles)
        .extracting(title -> title.split(";", -1)[0])
        .containsExactly("a", "b<&", "c", "d", "c", "a", "b<&", "d");
    assertThat(titles).filteredOn(title -> title.contains("row group 1")).hasSize(4);
  }

  private static Document parse(Path page) throws Exception {
    String text = Files.readString(page).replaceAll("<meta ([^>]*)>", "<meta $1/>");
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void optionsOfPicturesNeedAPicture() throws IOException {
    assertThat(albis("meta", table, "--columns", "a").exitCode()).isEqualTo(2);
    assertThat(albis("meta", table, "--picture", "--columns", "aa").err())
        .contains("aa", "did you mean");
  }
}
