// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.convert.internal.input.OrcSource;
import io.albis.format.schema.TimeUnit;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dates before 1582-10-15 in ORC, and files without columns. */
class OrcCalendarTest {

  private static final int DAY = (int) LocalDate.of(1500, 3, 1).toEpochDay();

  @TempDir Path directory;

  private Path write(TypeDescription type, int day) throws IOException {
    Path file = directory.resolve("d.orc");
    Files.deleteIfExists(file);
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration())
                .setSchema(type)
                .compress(CompressionKind.NONE)
                .setProlepticGregorian(true))) {
      VectorizedRowBatch batch = type.createRowBatch();
      if (batch.cols.length > 0) {
        if (batch.cols[0] instanceof DateColumnVector dates) {
          dates.changeCalendar(true, false);
        }
        if (batch.cols[0] instanceof LongColumnVector first) {
          first.vector[0] = day;
        }
        batch.size = 1;
        writer.addRowBatch(batch);
      }
    }
    return file;
  }

  private int converted(Path file) {
    String table = directory.resolve("t").toString();
    CliRun run = albis("convert", "--overwrite", file.toString(), table);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    try (Table written = Table.open(table);
        RowCursor rows = written.scan().rows()) {
      assertThat(rows.next()).isTrue();
      return rows.row().getInt(0);
    }
  }

  /** Other libraries than the one in Java know only the proleptic calendar, and do not say so. */
  @Test
  void readsFilesOfOtherLibrariesThatNameNoCalendar() throws IOException {
    Path file = write(TypeDescription.fromString("struct<d:date>"), DAY);
    assertThat(converted(file)).isEqualTo(DAY);
    byte[] bytes = Files.readAllBytes(file);
    int found = 0;
    for (int i = 0; i + 3 < bytes.length; i++) {
      // In the footer: field 9 (writer) is Java, field 11 (calendar) is proleptic.
      if (bytes[i] == 0x48 && bytes[i + 1] == 0 && bytes[i + 2] == 0x58 && bytes[i + 3] == 2) {
        bytes[i + 1] = 1;
        // Field 15, which is unknown.
        bytes[i + 2] = 0x78;
        found++;
      }
    }
    assertThat(found).isEqualTo(1);
    Files.write(file, bytes);
    assertThat(converted(file)).isEqualTo(DAY);
  }

  /** ORC writes names as they are. */
  @Test
  void keepsNamesWithBackquotes() throws IOException {
    for (String name : new String[] {"a`b", "`a`", "a``b"}) {
      TypeDescription type =
          TypeDescription.createStruct()
              .addField(
                  "s", TypeDescription.createStruct().addField(name, TypeDescription.createInt()))
              .addField(name, TypeDescription.createDate());
      Path file = write(type, DAY);
      String table = directory.resolve("t").toString();
      CliRun.ok("convert", "--overwrite", file.toString(), table);
      Path exported = directory.resolve("back.orc");
      Files.deleteIfExists(exported);
      CliRun.ok("export", table, exported.toString());
      OrcSource back = new OrcSource(exported, List.of(), TimeUnit.MICROS);
      try (Table written = Table.open(table)) {
        assertThat(written.schema().fields().get(1).name()).isEqualTo(name);
        assertThat(written.schema().fields().get(0).type().children().get(0).name())
            .isEqualTo(name);
        assertThat(back.schema()).isEqualTo(written.schema().withoutIds());
      }
    }
  }

  @Test
  void refusesFilesWithoutColumns() throws IOException {
    for (String type : new String[] {"int", "struct<>"}) {
      Path file = write(TypeDescription.fromString(type), 1);
      CliRun run = albis("convert", file.toString(), directory.resolve("n").toString());
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .contains("Cannot convert " + file + ": ")
          .contains(type.equals("int") ? "its rows are of type int" : "it has no columns");
    }
  }
}
