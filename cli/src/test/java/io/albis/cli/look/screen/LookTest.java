// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.cli.command.StorageArguments;
import io.albis.cli.look.model.Browser;
import io.albis.cli.look.model.DatasetPages;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.ByteArrayOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code albis look}: what the screen shows after keys, without and with a terminal. */
class LookTest {

  private static final int COLUMNS = 40;
  private static final int ROWS = 3_000;

  @TempDir Path directory;
  private String table;

  @BeforeEach
  void write() {
    table = directory.resolve("t").toString();
    List<Field> fields = new ArrayList<>();
    fields.add(Field.nullable("name", Type.string()));
    for (int i = 1; i < COLUMNS; i++) {
      fields.add(Field.required("n" + i, Type.int64()));
    }
    for (int commit = 0; commit < 2; commit++) {
      TableWriter.Builder builder =
          commit == 0 ? TableWriter.create(table, Schema.of(fields)) : TableWriter.append(table);
      try (TableWriter writer = builder.property("owner", "a\u001bb").open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int row = 0; row < ROWS; row++) {
            rows.setString(0, "row " + (commit * ROWS + row));
            for (int i = 1; i < COLUMNS; i++) {
              rows.setLong(i, row);
            }
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
  }

  /** A browser with its screen, of 80 by 14 characters. */
  private static final class Shown implements AutoCloseable {
    private final Browser browser;
    private final Screen screen;
    private final Keys keys;
    private int width = 80;

    Shown(Dataset dataset, String uri) {
      browser = new Browser(DatasetPages.of(dataset, uri, new StorageArguments()));
      screen = new Screen(browser);
      keys = new Keys(browser, screen);
    }

    String text() {
      return screen.draw(width, 14, keys.question()).stream()
          .map(AttributedString::toString)
          .collect(Collectors.joining("\n"));
    }

    /** Draws before each key, as a terminal does. */
    Shown press(Key... pressed) {
      for (Key key : pressed) {
        text();
        assertThat(keys.press(key, "")).isTrue();
      }
      return this;
    }

    Shown type(String characters) {
      characters
          .chars()
          .forEach(
              c -> {
                text();
                assertThat(keys.press(Key.CHARACTER, String.valueOf((char) c))).isTrue();
              });
      return this;
    }

    @Override
    public void close() {
      browser.close();
    }
  }

  private Shown open(Dataset dataset) {
    return new Shown(dataset, table);
  }

  @Test
  void theFirstPageListsWhatThereIs() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      assertThat(shown.text())
          .contains("values", "6,000 rows", "snapshots", "this is snapshot 2", "q quit")
          .contains("row 1 of 7");
      assertThat(shown.text().lines()).hasSize(14).allMatch(line -> line.length() == 80);
      assertThat(shown.keys.press(Key.CHARACTER, "q")).isFalse();
      assertThat(shown.keys.press(Key.INTERRUPT, "")).isFalse();
    }
  }

  @Test
  void valuesAreReadWhereTheyAreShown() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      shown.press(Key.ENTER);
      assertThat(shown.text()).contains("row 0", "row 9", "columns 1 to 6 of 41");
      assertThat(opened.metrics().bytesRead()).isLessThan(opened.snapshot().dataBytes() / 4);
      assertThat(shown.text()).doesNotContain("row 10 ");
      assertThat(shown.type("G").text()).contains("row 5999", "row 6000 of 6000");
      assertThat(shown.press(Key.PAGE_UP).text()).contains("row 5990 of 6000");
      assertThat(shown.type("g12").press(Key.ENTER).text()).contains("row 13 of 6000");
      assertThat(shown.type("gn39").press(Key.ENTER).text()).contains("columns 41 to 41 of 41");
      assertThat(shown.press(Key.RIGHT).text()).contains("columns 41 to 41 of 41");
      assertThat(shown.press(Key.LEFT, Key.HOME).text()).contains("columns 40 to 41", "row 1 of");
    }
  }

  @Test
  void rowsAreFoundByText() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      shown.press(Key.ENTER).type("/ROW 57x").press(Key.BACKSPACE);
      assertThat(shown.text()).contains("Search: ROW 57");
      assertThat(shown.press(Key.ENTER).text()).contains("row 58 of 6000");
      assertThat(shown.type("n").text()).contains("row 571 of 6000");
      assertThat(shown.type("/nothing").press(Key.ENTER).text()).contains("Not found below");
      assertThat(shown.type("/abc").press(Key.ESCAPE).text()).contains("q quit");
      assertThat(shown.press(Key.ENTER).text()).contains("row 570", "n5");
      assertThat(shown.press(Key.ENTER).text()).contains("There is nothing more to see");
    }
  }

  @Test
  void rowGroupsOpenToBytes() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      shown.press(Key.DOWN, Key.DOWN, Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("row groups", "first row", "3,000", "row 1 of 2");
      shown.press(Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("row group 1", "n5", "data/");
      shown.press(Key.ENTER);
      assertThat(shown.text()).contains("segment", "name", "nulls", "row 3000");
      shown.press(Key.ENTER);
      assertThat(shown.text()).contains("hexadecimal");
      assertThat(shown.type("/row 3").press(Key.ENTER).text()).contains("72 6f 77 20 33", "row 3");
      assertThat(shown.press(Key.ESCAPE, Key.ESCAPE, Key.ESCAPE, Key.ESCAPE).text())
          .contains("6,000 rows");
      assertThat(shown.press(Key.ESCAPE).text()).contains("This is the first page");
    }
  }

  @Test
  void everyPageCanBeOpened() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      shown.width = 160;
      assertThat(shown.press(Key.DOWN, Key.ENTER).text()).contains("description", "int64", "none");
      assertThat(shown.press(Key.DOWN, Key.ENTER).text()).contains("n1", "2999", "first row");
      shown.press(Key.BACKSPACE, Key.BACKSPACE, Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("statistics", "value bytes", "row 999");
      assertThat(shown.press(Key.ENTER).text()).contains("row group", "23.4 KiB");
      shown.press(Key.ESCAPE, Key.ESCAPE, Key.DOWN, Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("column groups", "layout", "column");
      assertThat(shown.press(Key.ENTER).text()).contains("type", "string");
      shown.press(Key.ESCAPE, Key.ESCAPE, Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("committed", "append", "create", "6,000");
      assertThat(shown.press(Key.DOWN, Key.ENTER).text())
          .contains("snapshot 1", "3,000 rows", "this is snapshot 1");
      shown.press(Key.ESCAPE, Key.ESCAPE, Key.DOWN, Key.ENTER);
      assertThat(shown.text()).contains("owner", "a\u241bb").doesNotContain("\u001b");
    }
  }

  @Test
  void filesWithoutATableAreShown() throws Exception {
    String file = directory.resolve("x.albis").toString();
    CliRun.ok("convert", "src/test/fixtures/all-types.parquet", file);
    try (AlbisFile opened = AlbisFile.open(file);
        Shown shown = new Shown(opened, file)) {
      assertThat(shown.text()).contains("5 rows").doesNotContain("snapshots");
      shown.press(Key.DOWN, Key.DOWN, Key.DOWN, Key.ENTER, Key.ENTER, Key.ENTER, Key.ENTER);
      assertThat(shown.text()).contains("hexadecimal");
      shown.press(Key.ESCAPE, Key.ESCAPE, Key.ESCAPE, Key.ESCAPE, Key.HOME, Key.ENTER);
      for (int i = 0; i < opened.schema().fields().size(); i++) {
        assertThat(shown.press(Key.RIGHT).text()).contains("row 1 of 5");
      }
    }
  }

  @Test
  void smallAndEmptyTerminalsAreNoFailure() {
    try (Table opened = Table.open(table);
        Shown shown = open(opened)) {
      shown.press(Key.ENTER);
      for (int width = 1; width < 20; width++) {
        for (int height = 1; height < 7; height++) {
          assertThat(shown.screen.draw(width, height, "")).hasSizeLessThanOrEqualTo(height);
        }
      }
    }
  }

  @Test
  void damagedSegmentsAreReportedAndTheUserGoesBack() throws Exception {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory.resolve("t/data"))) {
      files = all.toList();
    }
    for (Path file : files) {
      try (RandomAccessFile damaged = new RandomAccessFile(file.toFile(), "rw")) {
        for (long at = 0; at < damaged.length() / 2; at += 512) {
          damaged.seek(at + 100);
          damaged.write(0x55);
        }
      }
    }
    LineDisciplineTerminal terminal = terminal(new ByteArrayOutputStream());
    terminal.processInputBytes("\r\033q".getBytes(UTF_8));
    try (Table opened = Table.open(table);
        Browser browser = new Browser(DatasetPages.of(opened, table, new StorageArguments()))) {
      new LookSession(browser, terminal).run();
      assertThat(browser.path()).doesNotContain("values");
    }
  }

  private static LineDisciplineTerminal terminal(ByteArrayOutputStream out) throws Exception {
    LineDisciplineTerminal terminal =
        new LineDisciplineTerminal("test", "xterm", out, UTF_8, Terminal.SignalHandler.SIG_IGN);
    terminal.setSize(new Size(60, 12));
    return terminal;
  }

  /** Output that tells when it has had a text. */
  private static final class Expecting extends ByteArrayOutputStream {
    private final String text;
    private final CountDownLatch seen = new CountDownLatch(1);

    Expecting(String text) {
      this.text = text;
    }

    @Override
    public synchronized void flush() {
      if (toString(UTF_8).contains(text)) {
        seen.countDown();
      }
    }
  }

  @Test
  void terminalsAreRestoredAndMayChangeTheirSize() throws Exception {
    // It has room only in the wider terminal.
    Expecting out = new Expecting("go to  q quit");
    LineDisciplineTerminal terminal = terminal(out);
    var before = terminal.getAttributes().toString();
    try (Table opened = Table.open(table);
        Browser browser = new Browser(DatasetPages.of(opened, table, new StorageArguments()))) {
      Thread session = new Thread(new LookSession(browser, terminal)::run);
      session.start();
      terminal.processInputBytes("\033[B".getBytes(UTF_8));
      boolean isSeen = false;
      for (int i = 0; i < 100 && !isSeen; i++) {
        terminal.setSize(new Size(120, 20));
        terminal.raise(Terminal.Signal.WINCH);
        isSeen = out.seen.await(100, TimeUnit.MILLISECONDS);
      }
      assertThat(isSeen).as(out.toString(UTF_8)).isTrue();
      terminal.processInputBytes("q".getBytes(UTF_8));
      session.join();
      assertThat(browser.cursor()).isEqualTo(1);
    }
    assertThat(terminal.getAttributes()).hasToString(before);
    assertThat(out.toString(UTF_8)).contains("\033[?1049h").contains("\033[?1049l");
  }

  @Test
  void outsideOfATerminalThereIsNothingToShow() throws Exception {
    CliRun run = CliRun.process(java.util.Map.of(), "look", table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(1);
    assertThat(run.err()).contains("not a terminal");
  }
}
