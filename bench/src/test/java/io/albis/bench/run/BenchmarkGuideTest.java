// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that the guide of the benchmark is complete. */
class BenchmarkGuideTest {

  private final String guide = read();

  private static String read() {
    try {
      return Files.readString(Path.of("../docs/benchmark.md"));
    } catch (IOException e) {
      throw new IllegalStateException("Cannot read the guide", e);
    }
  }

  @Test
  void allDataSetsReadersAndWritersAreInTheGuide() {
    assertThat(DataSets.all())
        .extracting(DataSet::name)
        .allSatisfy(name -> assertThat(guide).contains("| `" + name + "` |"));
    assertThat(Contestants.all())
        .extracting(Contestant::name)
        .allSatisfy(name -> assertThat(guide).contains("`" + name + "`"));
    assertThat(WriteContestant.all())
        .extracting(WriteContestant::name)
        .allSatisfy(name -> assertThat(guide).contains("`" + name + "`"));
  }

  @Test
  void allOptionsAreInTheGuide() {
    CommandLine bench = Bench.commandLine();
    for (CommandLine command : bench.getSubcommands().values()) {
      assertThat(guide).contains("albis bench " + command.getCommandName());
      assertThat(command.getCommandSpec().options())
          .extracting(OptionSpec::longestName)
          .filteredOn(name -> !name.matches("--(help|version|stacktrace)"))
          .allSatisfy(name -> assertThat(guide).contains("`" + name + "`"));
    }
  }
}
