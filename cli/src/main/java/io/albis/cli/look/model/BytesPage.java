// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import java.util.ArrayList;
import java.util.List;

/** The bytes of a part of a file, 16 in each row. Reads those that are shown. */
final class BytesPage implements Page {

  private static final int WIDTH = 16;

  private final Opened opened;
  private final String path;
  private final long offset;
  private final long length;

  BytesPage(Opened opened, String path, long offset, long length) {
    this.opened = opened;
    this.path = path;
    this.offset = offset;
    this.length = length;
  }

  @Override
  public String title() {
    return "bytes " + offset + " to " + (offset + length - 1) + " of " + path;
  }

  @Override
  public List<Heading> headings() {
    return List.of(
        new Heading("offset", true, 12),
        new Heading("hexadecimal", false, 3 * WIDTH - 1),
        new Heading("ASCII", false, WIDTH));
  }

  @Override
  public long size() {
    return (length + WIDTH - 1) / WIDTH;
  }

  @Override
  public List<List<String>> rows(long first, int count, int firstColumn, int columns) {
    long from = first * WIDTH;
    int wanted = (int) Math.max(0, Math.min((long) count * WIDTH, length - from));
    byte[] bytes = wanted == 0 ? new byte[0] : opened.bytes(path, offset + from, wanted);
    List<List<String>> rows = new ArrayList<>();
    for (int start = 0; start < wanted; start += WIDTH) {
      int end = Math.min(wanted, start + WIDTH);
      List<String> cells =
          ListPage.cells(offset + from + start, hex(bytes, start, end), ascii(bytes, start, end));
      rows.add(cells.subList(firstColumn, firstColumn + columns));
    }
    return rows;
  }

  private static String hex(byte[] bytes, int start, int end) {
    return java.util.HexFormat.ofDelimiter(" ").formatHex(bytes, start, end);
  }

  private static String ascii(byte[] bytes, int start, int end) {
    StringBuilder text = new StringBuilder();
    for (int i = start; i < end; i++) {
      text.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
    }
    return text.toString();
  }
}
