/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

/** Holds that the guide of the benchmark names what there is. */
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
