// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name in the results of commands, as JSON, stands for one thing: its values have one type. */
class JsonNamesTest {

  /** Their keys are names of columns. */
  private static final Set<String> ROWS = Set.of("head", "tail", "sample", "cat", "sql");

  /** Their keys are data. */
  private static final Set<String> MAPS = Set.of("properties", "left", "right");

  @TempDir Path dir;
  private final Map<String, EnumSet<JsonNodeType>> types = new TreeMap<>();
  private final Map<String, Set<String>> commands = new TreeMap<>();
  private final Set<String> run = new HashSet<>();

  private void run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--json");
    CliRun result = CliRun.albis(all.toArray(String[]::new));
    assertThat(result.err()).as(all.toString()).doesNotContain("albis: Cannot", "Invalid");
    String command = arguments[0].equals("cache") ? "cache replay" : arguments[0];
    run.add(command);
    add(command, new ObjectMapper().readTree(result.out()));
  }

  private void add(String command, JsonNode node) {
    if (node.isArray()) {
      node.forEach(element -> add(command, element));
    }
    node.properties()
        .forEach(
            property -> {
              String name = property.getKey();
              JsonNode value = property.getValue();
              if (!value.isNull()) {
                types
                    .computeIfAbsent(name, key -> EnumSet.noneOf(JsonNodeType.class))
                    .add(value.getNodeType());
                commands
                    .computeIfAbsent(name, key -> new HashSet<>())
                    .add(command + " " + value.getNodeType());
              }
              if (!MAPS.contains(name)) {
                add(command, value);
              }
            });
  }

  @Test
  void eachNameHasOneType() throws Exception {
    String table = dir.resolve("t").toString();
    String csv = Files.writeString(dir.resolve("a.csv"), "id,name\n1,a\n2,b\n").toString();
    Files.writeString(dir.resolve("q.jsonl"), "{\"columns\":[\"id\",\"gone\"]}\n");
    Files.writeString(
        dir.resolve("trace.jsonl"),
        """
        {"segment":0,"table":"5f0c1b1e-0000-4000-8000-000000000001","path":"data/f-1.albis","offset":4096,"length":65536,"chunk":4096,"group":3}
        {"plan":"q1","millis":12,"segments":[0],"count":1}
        {"read":0,"millis":13}
        {"close":"q1","millis":20}
        """);
    run("demo", "--rows", "1000", "--dir", dir.resolve("demo").toString());
    run("convert", csv, table, "--verify", "--column-groups", "single");
    run("convert", csv, table, "--append");
    run("convert", csv, dir.resolve("b.albis").toString());
    for (String command : List.of("schema", "meta", "describe", "stats", "snapshots", "count")) {
      run(command, table);
    }
    run("meta", dir.resolve("b.albis").toString());
    run("verify", table);
    run("doctor", table);
    run("export", table, dir.resolve("x.csv").toString());
    run("diff", table, dir.resolve("b.albis").toString());
    run("order", table, "--workload", dir.resolve("q.jsonl").toString(), "--dry-run");
    run("cache", "replay", dir.resolve("trace.jsonl").toString());
    run("alter", table, "--add-column", "n=int32");
    run("diff", table, dir.resolve("b.albis").toString());
    Path added = Path.of(table, "data", "added.albis");
    CliRun.ok("convert", csv, added.toString());
    run("add-files", dir.resolve("t").toString(), added.toString(), "--dry-run");
    run("merge", table, "--dry-run");
    run("merge", table);
    run("optimize", table, "--dry-run");
    run("optimize", table);
    run("tag", table, "first", "--snapshot", "1");
    run("tag", table);
    run("rollback", table, "first");
    run("expire", table, "--older-than", "10m");
    run("clean", table, "--dry-run", "--grace", "1h");

    Set<String> expected = new HashSet<>();
    Albis.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) ->
                Stream.concat(
                        Stream.of(Map.entry(name, command)),
                        command.getSubcommands().entrySet().stream()
                            .map(sub -> Map.entry(name + " " + sub.getKey(), sub.getValue())))
                    .filter(each -> each.getValue().getCommandSpec().findOption("--json") != null)
                    .filter(each -> !ROWS.contains(each.getKey()))
                    .forEach(each -> expected.add(each.getKey())));
    assertThat(run).isEqualTo(expected);
    Map<String, Set<String>> ambiguous = new TreeMap<>(commands);
    ambiguous.keySet().removeIf(name -> types.get(name).size() == 1);
    assertThat(ambiguous).isEmpty();
  }
}
