// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import io.albis.tools.output.Quantities;
import io.albis.tools.output.TextTable;
import io.albis.tools.output.VisibleText;
import java.io.PrintWriter;
import java.util.List;

/**
 * A picture for terminals. Each file is a block of lines, each line a range of its bytes, and each
 * character the column group that has most of its bytes.
 */
public final class TextPicture {

  private static final String LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  private static final int WIDTH = 64;
  private static final int MAX_LINES = 16;
  private static final int MAX_FILES = 24;
  private static final int MAX_GROUPS = 40;

  private final PrintWriter out;

  /** Creates a picture that is printed to a writer. */
  public TextPicture(PrintWriter out) {
    this.out = out;
  }

  /** Prints the files of a dataset. */
  public void print(LayoutPicture picture) {
    out.println(VisibleText.of(picture.title()));
    out.println("letter: read; -: read over; .: not read; blank: metadata and padding");
    List<FileMap> files = picture.files();
    for (FileMap file : files.subList(0, Math.min(MAX_FILES, files.size()))) {
      print(picture, file);
    }
    if (files.size() > MAX_FILES) {
      out.printf("and %s more files%n", Quantities.count(files.size() - MAX_FILES));
    }
    TextTable legend = new TextTable().text("letter").number("group").text("columns");
    int shown = 0;
    for (int id : picture.groups().keySet()) {
      if (picture.reads().columnGroups().contains(id) && shown++ < MAX_GROUPS) {
        legend.row(letter(picture, id), id, picture.group(id).columns());
      }
    }
    out.println();
    legend.print(out);
    if (shown > MAX_GROUPS) {
      out.printf("and %s more column groups%n", Quantities.count(shown - MAX_GROUPS));
    }
    out.println();
  }

  /** Prints what the scan reads of each of several pictures, one line each. */
  public void printReads(List<LayoutPicture> pictures) {
    TextTable text =
        new TextTable()
            .text("scan of")
            .number("files")
            .number("requests")
            .number("bytes")
            .number("read over");
    for (LayoutPicture picture : pictures) {
      ProjectionReads reads = picture.reads();
      text.row(
          picture.title(),
          Quantities.count(reads.files()),
          Quantities.count(reads.requests()),
          Quantities.bytes(reads.bytes()),
          Quantities.bytes(reads.bytes() - reads.segmentBytes()));
    }
    text.print(out);
  }

  private static char letter(LayoutPicture picture, int columnGroupId) {
    return LETTERS.charAt(picture.group(columnGroupId).position() % LETTERS.length());
  }

  private void print(LayoutPicture picture, FileMap file) {
    out.println();
    out.printf("%s, %s%n", VisibleText.of(file.path()), Quantities.bytes(file.length()));
    int lines = Math.max(1, Math.min(MAX_LINES, (file.extents().size() + 31) / 32));
    long cells = (long) lines * WIDTH;
    int next = 0;
    for (int line = 0; line < lines; line++) {
      StringBuilder text = new StringBuilder(WIDTH);
      long start = edge(file, (long) line * WIDTH, cells);
      for (int cell = 0; cell < WIDTH; cell++) {
        long from = edge(file, (long) line * WIDTH + cell, cells);
        long to = edge(file, (long) line * WIDTH + cell + 1, cells);
        while (next < file.extents().size() && end(file.extents().get(next)) <= from) {
          next++;
        }
        text.append(cell(picture, file, next, from, to));
      }
      out.printf("%10s |%s|%n", Quantities.bytes(start), text);
    }
  }

  private static long edge(FileMap file, long cell, long cells) {
    return (long) ((double) cell / cells * file.length());
  }

  private static long end(FileMap.Placed placed) {
    return placed.extent().offset() + placed.extent().length();
  }

  private static char cell(LayoutPicture picture, FileMap file, int next, long from, long to) {
    long covered = 0;
    long most = 0;
    FileMap.Placed found = null;
    for (int i = next; i < file.extents().size(); i++) {
      FileMap.Placed placed = file.extents().get(i);
      if (placed.extent().offset() >= to) {
        break;
      }
      long bytes = Math.min(to, end(placed)) - Math.max(from, placed.extent().offset());
      covered += bytes;
      if (bytes > most) {
        most = bytes;
        found = placed;
      }
    }
    if (found == null || 2 * covered < to - from) {
      return ' ';
    }
    if (picture.reads().reads(found)) {
      return letter(picture, found.extent().columnGroupId());
    }
    return picture.reads().covers(file.path(), from, to) ? '-' : '.';
  }
}
