// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.picture;

import com.samskivert.mustache.Mustache;
import io.albis.tools.output.Quantities;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** A picture as a page of HTML that needs neither scripts nor a network. */
public final class HtmlPicture {

  private static final double WIDTH = 1000;
  private static final int LINE_HEIGHT = 16;
  private static final int MAX_LINES = 60;
  private static final int EXTENTS_PER_LINE = 120;

  /** Narrower extents are left out; they cannot be seen. */
  private static final double MIN_WIDTH = 0.05;

  private record Rect(String x, int y, String width, String color, String text) {}

  private record FileView(String path, String size, int height, List<Rect> rects) {}

  private record GroupView(int id, String columns, String color) {}

  private record View(
      String title,
      String files,
      String requests,
      String bytes,
      String readOver,
      List<FileView> maps,
      List<GroupView> groups) {}

  private HtmlPicture() {}

  /**
   * Writes a page in UTF-8, replacing an existing file.
   *
   * @param pictures shown one below the other
   * @throws IOException if the file cannot be written
   */
  public static void write(Path page, List<LayoutPicture> pictures) throws IOException {
    List<View> views = pictures.stream().map(HtmlPicture::view).toList();
    try (Reader template =
        new InputStreamReader(
            Objects.requireNonNull(HtmlPicture.class.getResourceAsStream("picture.html")),
            StandardCharsets.UTF_8)) {
      Files.writeString(
          page, Mustache.compiler().compile(template).execute(Map.of("pictures", views)));
    }
  }

  private static View view(LayoutPicture picture) {
    List<GroupView> groups = new ArrayList<>();
    for (int id : picture.groups().keySet()) {
      if (picture.reads().columnGroups().contains(id)) {
        groups.add(new GroupView(id, picture.group(id).columns(), color(picture, id)));
      }
    }
    ProjectionReads reads = picture.reads();
    return new View(
        picture.title(),
        Quantities.count(reads.files()),
        Quantities.count(reads.requests()),
        Quantities.bytes(reads.bytes()),
        Quantities.bytes(reads.bytes() - reads.segmentBytes()),
        picture.files().stream().map(file -> view(picture, file)).toList(),
        groups);
  }

  private static FileView view(LayoutPicture picture, FileMap file) {
    int lines =
        Math.max(
            1,
            Math.min(MAX_LINES, (file.extents().size() + EXTENTS_PER_LINE - 1) / EXTENTS_PER_LINE));
    double scale = lines * WIDTH / Math.max(1, file.length());
    List<Rect> rects = new ArrayList<>();
    for (FileMap.Placed placed : file.extents()) {
      String color =
          picture.reads().reads(placed)
              ? color(picture, placed.extent().columnGroupId())
              : "var(--unread)";
      String text =
          String.format(
              Locale.ROOT,
              "%s; row group %d; offset %s; %s in %d segments",
              picture.group(placed.extent().columnGroupId()).columns(),
              placed.rowGroup(),
              Quantities.count(placed.extent().offset()),
              Quantities.bytes(placed.extent().length()),
              placed.extent().segments().size());
      double from = placed.extent().offset() * scale;
      add(rects, from, from + placed.extent().length() * scale, color, text);
    }
    return new FileView(file.path(), Quantities.bytes(file.length()), lines * LINE_HEIGHT, rects);
  }

  /** Adds a range of a file, on one or several lines. */
  private static void add(List<Rect> rects, double from, double to, String color, String text) {
    double start = from;
    while (to - start > MIN_WIDTH) {
      int line = (int) (start / WIDTH);
      double end = Math.min(to, (line + 1) * WIDTH);
      rects.add(
          new Rect(
              decimal(start - line * WIDTH),
              line * LINE_HEIGHT,
              decimal(end - start),
              color,
              text));
      start = end;
    }
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Neighbouring hues differ by the golden angle. */
  private static String color(LayoutPicture picture, int columnGroupId) {
    double hue = picture.group(columnGroupId).position() * 137.508 % 360;
    return String.format(Locale.ROOT, "hsl(%.0f 60%% 55%%)", hue);
  }
}
