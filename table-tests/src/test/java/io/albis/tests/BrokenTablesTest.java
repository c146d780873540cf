// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.Problem;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reader and verifier reject each broken table with the error that is beside it. {@code
 * -Dgolden.write=true} regenerates the tables.
 */
class BrokenTablesTest {

  private static final Path BROKEN = TestPaths.root().resolve("format-spec/golden/broken");

  @TempDir Path directory;

  /** An error: its kind, and the file and offset that it names. */
  private record Found(String kind, String file, long offset, String message) {}

  /** Content of {@code expected.json}. */
  private record Expected(
      String by, String error, OptionalInt snapshot, List<String> files, int start, int end) {

    static Expected read(Path file) throws IOException {
      String json = Files.readString(file);
      Matcher offset = Pattern.compile("\"offset\": \\[(\\d+), (\\d+)]").matcher(json);
      boolean hasOffset = offset.find();
      Matcher snapshot = Pattern.compile("\"snapshot\": (\\d+)").matcher(json);
      Matcher files = Pattern.compile("\"files\": \\[(.*)]").matcher(json);
      assertThat(files.find()).isTrue();
      return new Expected(
          text(json, "by"),
          text(json, "error"),
          snapshot.find()
              ? OptionalInt.of(Integer.parseInt(snapshot.group(1)))
              : OptionalInt.empty(),
          Stream.of(files.group(1).split(", ", -1)).map(f -> f.replace("\"", "")).toList(),
          hasOffset ? Integer.parseInt(offset.group(1)) : -1,
          hasOffset ? Integer.parseInt(offset.group(2)) : Integer.MAX_VALUE);
    }

    private static String text(String json, String key) {
      Matcher matcher = Pattern.compile("\"" + key + "\": \"([^\"]*)\"").matcher(json);
      assertThat(matcher.find()).isTrue();
      return matcher.group(1);
    }

    boolean fits(Found found) {
      boolean hasFile = files.equals(List.of("")) || files.contains(found.file);
      return error.equals(found.kind) && hasFile && found.offset >= start && found.offset < end;
    }
  }

  static List<BrokenTable> tables() throws IOException {
    List<BrokenTable> tables = new ArrayList<>();
    tables.addAll(BrokenFrames.all());
    tables.addAll(BrokenMetadata.all());
    tables.addAll(BrokenExtents.all());
    tables.addAll(BrokenContent.all());
    if (Boolean.getBoolean("golden.write")) {
      deleteTables();
      for (BrokenTable table : tables) {
        for (Map.Entry<String, byte[]> file : table.encode().entrySet()) {
          Path path = BROKEN.resolve(table.name).resolve(file.getKey());
          Files.createDirectories(path.getParent());
          Files.write(path, file.getValue());
        }
        if (!table.isFile()) {
          Files.createDirectories(BROKEN.resolve(table.name).resolve("table/_albis"));
        }
      }
    }
    return tables;
  }

  private static void deleteTables() throws IOException {
    try (Stream<Path> names = Files.list(BROKEN)) {
      for (Path path : names.filter(Files::isDirectory).toList()) {
        GoldenTablesTest.deleteAll(path);
      }
    }
  }

  private String uriOf(BrokenTable table) throws IOException {
    Path place = BROKEN.resolve(table.name);
    String name = table.isFile() ? "file.albis" : "table";
    if (TestRoot.isLocal()) {
      return place.resolve(name).toString();
    }
    String copy = TestRoot.uri(directory.resolve("copy"));
    new StoredFiles(place.toString()).copyTo(copy);
    return copy + "/" + name;
  }

  private static Dataset open(BrokenTable table, String uri, Expected expected) {
    ReadOptions options = ReadOptions.defaults();
    if (expected.snapshot.isPresent()) {
      options = options.snapshot(expected.snapshot.getAsInt());
    }
    return table.isFile() ? AlbisFile.open(uri) : TestTables.open(uri, options);
  }

  private static void readAll(Dataset dataset) {
    try (RowCursor cursor = dataset.scan().rows()) {
      while (cursor.next()) {
        assertThat(cursor.row().materialize()).isNotEmpty();
      }
    }
  }

  private static Found found(AlbisException e, Expected expected) {
    if (e instanceof CorruptFileException corrupt) {
      return new Found("corrupt", corrupt.file(), corrupt.offset(), e.toString());
    }
    if (e instanceof UnsupportedVersionException newer) {
      Matcher offset = Pattern.compile("at offset (\\d+)").matcher(e.getMessage());
      assertThat(offset.find()).isTrue();
      return new Found("newer", newer.file(), Long.parseLong(offset.group(1)), e.toString());
    }
    String kind =
        e instanceof SnapshotExpiredException
            ? "expired"
            : e instanceof TableNotFoundException ? "not-a-table" : e.getClass().getSimpleName();
    String file = expected.files.stream().filter(e.getMessage()::contains).findFirst().orElse("");
    return new Found(kind, file, Math.max(0, expected.start), e.toString());
  }

  @ParameterizedTest
  @MethodSource("tables")
  void isRejected(BrokenTable table) throws IOException {
    Expected expected = Expected.read(BROKEN.resolve(table.name).resolve("expected.json"));
    String uri = uriOf(table);
    List<Found> byReader = new ArrayList<>();
    try (Dataset dataset = open(table, uri, expected)) {
      readAll(dataset);
    } catch (AlbisException e) {
      byReader.add(found(e, expected));
    }
    if ("reader".equals(expected.by)) {
      assertThat(byReader).as(table.rule).hasSize(1).allMatch(expected::fits);
    }
    List<Found> byVerifier = new ArrayList<>();
    try (Dataset dataset = open(table, uri, expected)) {
      for (Problem problem : dataset.verify(bytes -> {}).problems()) {
        byVerifier.add(new Found("corrupt", problem.file(), problem.offset(), problem.toString()));
      }
    } catch (AlbisException e) {
      byVerifier.add(found(e, expected));
    }
    if ("corrupt".equals(expected.error) && "verifier".equals(expected.by)) {
      assertThat(byVerifier).as(table.rule).anyMatch(expected::fits);
    } else {
      assertThat(byVerifier).as(table.rule).isNotEmpty();
    }
  }

  @Test
  void unbrokenTablesAreValid() {
    for (BrokenBase base : BrokenBase.values()) {
      String place = TestRoot.uri(directory.resolve(base.name()));
      try {
        base.forged().write(new StoredFiles(place));
        BrokenTable whole = new BrokenTable(base, "", "");
        Expected nothing = new Expected("", "", OptionalInt.empty(), List.of(), 0, 0);
        try (Dataset dataset =
            open(whole, base.isFile() ? place + "/file.albis" : place, nothing)) {
          readAll(dataset);
          assertThat(dataset.verify(bytes -> {}).problems()).isEmpty();
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void hasSameBytes(BrokenTable table) throws IOException {
    Map<String, String> files = new TreeMap<>();
    table
        .encode()
        .forEach((path, bytes) -> files.put(path, new String(bytes, StandardCharsets.ISO_8859_1)));
    assertThat(new StoredFiles(BROKEN.resolve(table.name).toString()).contents()).isEqualTo(files);
  }

  @Test
  void directoryHasNoOtherTables() throws IOException {
    assumeTrue(!Boolean.getBoolean("golden.write"), "the tables have just been written");
    try (Stream<Path> names = Files.list(BROKEN)) {
      List<String> found =
          names.filter(Files::isDirectory).map(path -> path.getFileName().toString()).toList();
      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              tables().stream().map(table -> table.name).collect(Collectors.toSet()));
    }
  }
}
