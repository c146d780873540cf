// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.albis.format.error.AlbisException;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Predicate;
import io.albis.reader.Split;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Writes the first inputs of all fuzz tests from golden and broken files: {@code fuzz/run seeds}.
 */
final class Seeds {

  private static final int MAX_LENGTH = 12 << 10;
  private static final Path RESOURCES = Path.of("src/test/resources/io/albis/fuzz");

  private Seeds() {}

  /** Writes the inputs below the resources of this module. */
  public static void main(String[] args) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(TableFuzzTest.GOLDEN)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      if (!file.toString().matches(".*(\\.json|\\.md)")) {
        golden(file);
      }
    }
    predicates();
    splits();
    writeTasks();
    texts();
    ParquetSeeds.write();
    ArrowSeeds.write();
  }

  static void add(String test, String method, byte[] input) throws IOException {
    if (input.length <= MAX_LENGTH) {
      Path directory = RESOURCES.resolve(test + "Inputs").resolve(method);
      Files.createDirectories(directory);
      String name = "seed-" + HexFormat.of().toHexDigits(ForgedFile.crc(input));
      Files.write(directory.resolve(name), input);
    }
  }

  private static void golden(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    boolean isBroken = file.toString().contains("broken");
    if (bytes.length < 3000 && file.toString().contains("one-row")) {
      byte[] frame = new byte[bytes.length + 1];
      System.arraycopy(bytes, 0, frame, 1, bytes.length);
      frame[0] = 1;
      add("FrameFuzzTest", "frame", frame);
    }
    try {
      List<Part> parts = TakenApart.read(file, false);
      switch (TakenApart.kind(file)) {
        case SNAPSHOT -> {
          add("SnapshotFuzzTest", "snapshot", Part.join(parts));
          table(file, parts);
        }
        case MANIFEST -> {
          parts.addAll(reference(file));
          add("ManifestFuzzTest", "manifest", Part.join(parts));
        }
        case DATA -> {
          add("DataFileFuzzTest", "dataFile", Part.join(parts));
          boolean isAlone = !file.toString().contains("/table/");
          if (!isBroken || isAlone || file.toString().contains("bytes-")) {
            add("SegmentFuzzTest", "segments", Part.join(TakenApart.read(file, true)));
          }
        }
      }
    } catch (AlbisException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | BufferUnderflowException e) {
      // A broken frame: FrameFuzzTest has these.
      add(
          "FrameFuzzTest",
          "frame",
          concat(new byte[1], Arrays.copyOf(bytes, Math.min(2000, bytes.length))));
    }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
  }

  /** Snapshots with one manifest, as the first snapshot of a table. */
  private static void table(Path snapshot, List<Part> parts) throws IOException {
    Path table = snapshot.getParent().getParent().getParent().getParent();
    if (!table.endsWith("table") || table.toString().contains("broken")) {
      return;
    }
    List<Path> manifests = List.of();
    Path directory = table.resolve("_albis/manifests");
    if (Files.exists(directory)) {
      try (Stream<Path> all = Files.list(directory)) {
        manifests = all.toList();
      }
    }
    if (manifests.size() > 1) {
      return;
    }
    List<Part> joined = new ArrayList<>();
    joined.add(new Part('g', table.getParent().getFileName().toString().getBytes(UTF_8)));
    joined.addAll(TakenApart.asFirstSnapshot(parts));
    for (Path manifest : manifests) {
      joined.add(new Part('M', new byte[0]));
      joined.addAll(TakenApart.read(manifest, false));
    }
    add("TableFuzzTest", "table", Part.join(joined));
  }

  /** How a snapshot of its table refers to a manifest. */
  private static List<Part> reference(Path manifest) throws IOException {
    Path directory = manifest.getParent().resolveSibling("snapshots");
    if (!Files.exists(directory)) {
      return List.of();
    }
    List<Path> snapshots;
    try (Stream<Path> all = Files.walk(directory)) {
      snapshots = all.filter(Files::isRegularFile).toList();
    }
    String name = manifest.getFileName().toString();
    for (Path snapshot : snapshots) {
      for (Part part : TakenApart.asFirstSnapshot(TakenApart.read(snapshot, false))) {
        if (part.kind() == 'r' && new String(part.content(), ISO_8859_1).contains(name)) {
          return List.of(part);
        }
      }
    }
    return List.of();
  }

  private static void predicates() throws IOException {
    List<Predicate> leaves =
        List.of(
            Predicate.equal("a", 5),
            Predicate.equal("a", true),
            Predicate.lessThan("b.c", 2.5),
            Predicate.greaterOrEqual("d", new BigDecimal("12.345")),
            Predicate.in("e", List.of("x", "y", "zzz")),
            Predicate.in("e", List.of(1, 2, 300000000000L)),
            Predicate.in("f", List.of(new byte[] {1, 2}, new byte[] {3})),
            Predicate.in("f", List.of(new BigDecimal("1.5"), new BigDecimal("-7e10"))),
            Predicate.equal("u", new UUID(1, 2)),
            Predicate.isNull("n"),
            Predicate.isNan("n"),
            Predicate.isNotNull("n"),
            Predicate.startsWith("s", "ab"),
            Predicate.endsWith("s", "yz"),
            Predicate.contains("s", "\u00e4"));
    for (Predicate leaf : leaves) {
      add("PredicateFuzzTest", "predicate", leaf.toBytes());
    }
    add("PredicateFuzzTest", "predicate", Predicate.and(leaves).toBytes());
    add("PredicateFuzzTest", "predicate", Predicate.not(Predicate.or(leaves)).toBytes());
  }

  private static void splits() throws IOException {
    PartitionTuple partition =
        new PartitionTuple(3, Arrays.asList(new byte[] {1, 2, 3, 4}, null, new byte[0]));
    for (PartitionTuple tuple : List.of(PartitionTuple.NONE, partition)) {
      Split split =
          new Split(new UUID(1, 2), 7, 100, 1000, 4096, tuple, 2, List.of("_albis/m-1", "m-2"));
      add("SplitFuzzTest", "split", split.toBytes());
    }
  }

  private static void writeTasks() throws IOException {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("tags", Type.parse("list<struct<a: string, d: decimal(9,2)>>")));
    Path root = Files.createTempDirectory("albis-seeds");
    try (DistributedWriteOf write = new DistributedWriteOf(root, schema)) {
      byte[] task = write.distributed.toBytes();
      add("WriteTaskFuzzTest", "writeTask", wire('w', task));
      // Magic, version, length and checksum, each wrong, and no message at all.
      for (int place = 0; place < 16; place += 4) {
        byte[] wrong = task.clone();
        wrong[place + 3]++;
        add("WriteTaskFuzzTest", "writeTask", whole('W', wrong));
      }
      add("WriteTaskFuzzTest", "writeTask", whole('R', new byte[3]));
      Path table = root.resolve("of-rows");
      try (TableWriter writer = TableWriter.create(table.toString(), schema).open()) {
        writer.commit();
      }
      add(
          "WriteTaskFuzzTest",
          "writeTask",
          wire('w', TableWriter.append(table.toString()).openDistributed().toBytes()));
      try (TaskWriter writer = write.distributed.openTask(0, 1)) {
        try (RowWriter rows = writer.newRowWriter()) {
          rows.setLong(0, 5);
          rows.setNull(1);
          rows.endRow();
        }
        add("WriteTaskFuzzTest", "writeTask", wire('r', writer.finish().toBytes()));
      }
      try (TaskWriter writer = write.distributed.openTask(1, 1)) {
        add("WriteTaskFuzzTest", "writeTask", wire('r', writer.finish().toBytes()));
      }
    }
  }

  /** A write whose files are removed. */
  private record DistributedWriteOf(Path root, DistributedWrite distributed)
      implements AutoCloseable {

    DistributedWriteOf(Path root, Schema schema) {
      this(root, TableWriter.create(root.resolve("t").toString(), schema).openDistributed());
    }

    @Override
    public void close() throws IOException {
      try (Stream<Path> all = Files.walk(root)) {
        for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static byte[] whole(char kind, byte[] message) {
    return ByteBuffer.allocate(1 + message.length).put((byte) kind).put(message).array();
  }

  /** Files in a message, which end with the magic, become parts of their own. */
  private static byte[] wire(char kind, byte[] message) {
    byte[] content = Arrays.copyOfRange(message, 16, message.length);
    ByteBuffer in = ByteBuffer.wrap(content);
    List<Part> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i + 12 < content.length; i++) {
      int length = in.getInt(i);
      boolean isFile = length >= 128 && length <= content.length - i - 4;
      if (isFile && new String(content, i + 4, 5, UTF_8).equals("ALBIS")) {
        parts.add(new Part(kind, Arrays.copyOfRange(content, from, i)));
        parts.add(new Part('L', Arrays.copyOfRange(content, i + 4, i + 4 + length)));
        from = i + 4 + length;
        i = from - 1;
      }
    }
    if (parts.isEmpty() || from < content.length) {
      parts.add(new Part(kind, Arrays.copyOfRange(content, from, content.length)));
    }
    return Part.join(parts);
  }

  private static void texts() throws IOException {
    List<String> forms =
        List.of(
            "struct<a: int32 required, b: list<map<string, decimal(38,3)>>>",
            "timestamp(nanos, utc)",
            "fixed_binary(16)",
            "map<uuid, year_month_interval>",
            "struct<\"a b\": day_time_interval>",
            "time(micros)",
            "bucket(16)",
            "truncate(3)",
            "day",
            "a, b.c; \"d;e\"; rest: row",
            "snapshot-00000000000000000009",
            "data/0102-0.albis");
    for (String form : forms) {
      add("TextFormsFuzzTest", "text", form.getBytes(UTF_8));
    }
    add(
        "WorkloadFuzzTest",
        "workload",
        "{\"columns\":[\"a\",\"b.c\"],\"weight\":12.0}\n{\"columns\":[\"b.c\"],\"x\":[{}]}\n"
            .getBytes(UTF_8));
    String segment =
        "{\"segment\":0,\"table\":\"00000000-0000-0001-0000-000000000002\",\"path\":\"d\","
            + "\"offset\":4096,\"length\":65536,\"chunk\":4096,\"group\":3}\n";
    add(
        "TraceFuzzTest",
        "trace",
        (segment
                + "{\"plan\":\"q1\",\"millis\":12,\"segments\":[0],\"count\":1}\n"
                + "{\"read\":0,\"millis\":13}\n{\"close\":\"q1\",\"millis\":20,\"x\":null}\n")
            .getBytes(UTF_8));
    List<String> attributes =
        List.of(
            "spark.sql.catalyst.type=interval year to month",
            "iceberg.long-type=TIME",
            "spark.sql.catalyst.type=time(6)",
            "spark.sql.catalyst.type=interval day to second");
    for (String attribute : attributes) {
      add(
          "OrcTypesFuzzTest",
          "types",
          Part.join(
              List.of(
                  new Part('t', "bigint".getBytes(UTF_8)),
                  new Part('a', attribute.getBytes(UTF_8)))));
    }
    String csv = "a,b,c,d\n1,x,2.5,2020-01-01\n,\"y\"\"z\",-3e5,2020-01-01T00:00:00Z\n";
    add("ConvertTextFuzzTest", "text", ("\0" + csv).getBytes(UTF_8));
    add("ConvertTextFuzzTest", "text", ("\4" + csv.replace(',', '\t')).getBytes(UTF_8));
    add("ConvertTextFuzzTest", "text", ("\100" + csv.replace("\n", "\r\n\n")).getBytes(UTF_8));
    add("ConvertTextFuzzTest", "text", ("\40" + csv.replace(',', ';')).getBytes(UTF_8));
    String json = "{\"a\":1,\"b\":[\"x\",null],\"c\":{\"d\":true}}\n{\"a\":2.5,\"c\":null}\n";
    add("ConvertTextFuzzTest", "text", ("\1" + json).getBytes(UTF_8));
    String head = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p\n";
    String values =
        "true,-8,9000000000,1.5,-Infinity,12.34,1e-5,2020-02-29,12:34:56.789,2020-01-01T01:02:03,"
            + "1969-12-31T23:59:59.999999999Z,AQIDBA==,00000000-0000-0001-0000-000000000002,P1Y2M,"
            + "PT-1.5S,AQI=\n";
    add("ConvertTextFuzzTest", "text", concat(new byte[] {-128}, (head + values).getBytes(UTF_8)));
    StringBuilder object = new StringBuilder("{");
    String[] items = values.strip().split(",", -1);
    for (int i = 0; i < items.length; i++) {
      boolean isPlain = i < 4 || i == 5;
      object.append(i == 0 ? "" : ",").append('"').append((char) ('a' + i)).append("\":");
      object.append(isPlain ? items[i] : '"' + items[i] + '"');
    }
    byte[] typed = object.append("}\n").toString().getBytes(UTF_8);
    add("ConvertTextFuzzTest", "text", concat(new byte[] {-127}, typed));
    String mixed =
        "a,b,c,d,e,f,g\n"
            + "true,1.50,NaN,2020-01-01,2020-01-01T00:00:00.000000001Z,12:00,\u00e4\n"
            + "False,99999999999999999999,-Infinity,+2020-01-02,2020-01-01"
            + " 00:00,\uD83D\uDE00,1e400\n";
    add("ConvertTextFuzzTest", "text", ("\0" + mixed).getBytes(UTF_8));
    typedTexts();
    byte[] compressed = gzip(json.getBytes(UTF_8));
    add("ConvertTextFuzzTest", "text", concat(new byte[] {3}, compressed));
  }

  /**
   * Values and what is none, of the types of a test, one by one: the first that is none ends a
   * file.
   */
  private static void typedTexts() throws IOException {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    texts.put("boolean", List.of("FALSE", "1"));
    texts.put("int8", List.of("+127", "-128", "128", "-129", "-", "1x", "\u0663"));
    texts.put("int64", List.of("-9223372036854775808", "9223372036854775808", "+"));
    texts.put("float", List.of("Infinity", "3.4e38", "1d", "NaN", "0x1p3"));
    texts.put("double", List.of("+Infinity", "1e400", "inf", "1f"));
    texts.put("decimal(9,2)", List.of("-1234567.89", "12345678.90", "0.001", "1e-99", "1,5"));
    texts.put("date", List.of("-0001-12-31", "2021-02-29", "999999999-01-01"));
    texts.put("time(nanos)", List.of("23:59:59.999999999", "24:00"));
    texts.put("timestamp(micros)", List.of("2020-01-01", "2020-01-01 00:00:00.0000001"));
    texts.put(
        "timestamp(nanos, utc)", List.of("1677-09-21T00:12:43.145224192Z", "1500-01-01T00:00Z"));
    texts.put("fixed_binary(4)", List.of("AQI=", "?"));
    texts.put("uuid", List.of("0-0-0-0-0", "x0000000-0000-0001-0000-000000000002"));
    texts.put("year_month_interval", List.of("P-1Y", "P1D", "P999999999Y"));
    texts.put("day_time_interval", List.of("P1DT0.000001S", "PT0.0000001S", "PT9e9H"));
    texts.put("string", List.of("\u00e4\u20ac\uD83D\uDE00"));
    for (Map.Entry<String, List<String>> type : texts.entrySet()) {
      for (String text : type.getValue()) {
        typedText(-128, type.getKey(), name -> name + "\n" + text + "\n");
      }
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put("boolean", List.of("false", "\"true\"", "1", "{}"));
    values.put("int64", List.of("1.0", "[1]", "null"));
    values.put("string", List.of("12", "true", "\"\\ud800\"", "\"\\ud83d\\ude00\""));
    values.put("list<int64>", List.of("[]", "[1,null]", "[\"x\"]", "{\"a\":1}"));
    values.put("map<string, boolean>", List.of("{\"k\":true,\"n\":null}", "[]", "7"));
    values.put(
        "map<int32, string>",
        List.of(
            "[{\"key\":1,\"value\":\"v\"},{\"key\":2}]",
            "[{\"key\":null,\"value\":\"v\"}]",
            "[{\"value\":\"v\"}]",
            "[{\"key\":1,\"v\":\"v\"}]",
            "[{\"key\":1,\"value\":\"v\",\"x\":1}]",
            "{\"1\":\"v\"}",
            "[1]"));
    values.put(
        "struct<x: double, y: list<date>>",
        List.of("{\"y\":[\"2020-01-01\"],\"x\":1}", "{}", "{\"z\":1}", "[]"));
    for (Map.Entry<String, List<String>> type : values.entrySet()) {
      for (String value : type.getValue()) {
        typedText(-127, type.getKey(), name -> "{\"" + name + "\":" + value + "}\n");
      }
    }
  }

  private static void typedText(int format, String type, UnaryOperator<String> text)
      throws IOException {
    String name = String.valueOf((char) ('a' + ConvertTextFuzzTest.TYPES.indexOf(type)));
    byte[] bytes = text.apply(name).getBytes(UTF_8);
    add("ConvertTextFuzzTest", "text", concat(new byte[] {(byte) format}, bytes));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new java.io.ByteArrayOutputStream();
    try (var gzip = new java.util.zip.GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
