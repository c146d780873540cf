// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A table or data file that breaks one rule of the format, and the error that it must give. */
final class BrokenTable {

  /** What is broken. */
  enum Part {
    /** No part of a file in particular. */
    ANY,
    HEAD,
    TAIL,
    FOOTER,
    SECTION,
    SEGMENT
  }

  final String name;
  final String rule;
  private final BrokenBase base;
  private String by = "reader";
  private String error = "corrupt";
  private final List<Function<ForgedTable, String>> files = new ArrayList<>();
  private Part part = Part.ANY;
  private int group;
  private int snapshot;
  private Consumer<ForgedTable> forge = table -> {};

  BrokenTable(BrokenBase base, String name, String rule) {
    this.base = base;
    this.name = name;
    this.rule = rule;
  }

  /** Only a verifier must notice it. */
  BrokenTable verifier() {
    by = "verifier";
    return this;
  }

  BrokenTable error(String kind) {
    error = kind;
    return this;
  }

  /** The error is about a snapshot that is opened by its id. */
  BrokenTable snapshot(int id) {
    snapshot = id;
    return this;
  }

  BrokenTable inSnapshot(Part where) {
    return in(table -> table.snapshot().path, where);
  }

  BrokenTable inManifest(Part where) {
    return in(table -> table.manifest().path, where);
  }

  BrokenTable inManifest(Part where, int ofGroup) {
    group = ofGroup;
    return inManifest(where);
  }

  BrokenTable inData(Part where) {
    return in(table -> table.data().path, where);
  }

  BrokenTable inData(Part where, int ofGroup) {
    group = ofGroup;
    return inData(where);
  }

  /** Adds a file that the error may name. */
  BrokenTable in(Function<ForgedTable, String> file, Part where) {
    part = files.isEmpty() ? where : part;
    files.add(file);
    return this;
  }

  /** The error need not have an offset in the footer. */
  BrokenTable anyOffset() {
    part = Part.ANY;
    return this;
  }

  BrokenTable forge(Consumer<ForgedTable> change) {
    forge = change;
    return this;
  }

  boolean isFile() {
    return base.isFile();
  }

  /** The files by path, and {@code expected.json} beside them. */
  Map<String, byte[]> encode() {
    ForgedTable table = base.forged();
    List<String> paths = files.stream().map(file -> file.apply(table)).toList();
    forge.accept(table);
    Map<String, byte[]> encoded = new LinkedHashMap<>();
    String prefix = base.isFile() ? "" : "table/";
    Map<String, byte[]> bytes = table.encode();
    bytes.forEach((path, file) -> encoded.put(prefix + path, file));
    encoded.put(
        "expected.json",
        json(table, paths, bytes).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return encoded;
  }

  private String json(ForgedTable table, List<String> paths, Map<String, byte[]> bytes) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rule", rule);
    json.put("by", by);
    json.put("error", error);
    if (snapshot > 0) {
      json.put("snapshot", snapshot);
    }
    json.put("files", paths);
    if (part != Part.ANY) {
      json.put("offset", range(table.file(paths.get(0)), bytes.get(paths.get(0))));
    }
    StringBuilder out = new StringBuilder("{");
    String separator = "\n";
    for (Map.Entry<String, Object> entry : json.entrySet()) {
      out.append(separator);
      GoldenJson.json(entry.getKey(), out);
      out.append(": ");
      GoldenJson.json(entry.getValue(), out);
      separator = ",\n";
    }
    return out.append("\n}\n").toString();
  }

  /** First and last + 1 of the offsets that the error may name. */
  private List<Integer> range(ForgedFile file, byte[] bytes) {
    int tail = bytes.length - ForgedFile.TAIL;
    return switch (part) {
      case HEAD -> List.of(0, ForgedFile.START);
      case TAIL -> List.of(tail, bytes.length);
      case FOOTER -> {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        yield List.of((int) in.getLong(tail), tail);
      }
      case SECTION -> {
        int start = file.sectionStart(group);
        yield List.of(start, start + file.section(group).toBytes().length);
      }
      case SEGMENT -> {
        EditableMessage extent = file.section(group).message("extents", 0);
        int start = (int) extent.number("offset");
        yield List.of(start, start + (int) extent.number("length"));
      }
      case ANY -> throw new IllegalStateException("no range");
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
