// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.StorageArguments;
import io.albis.storage.Diagnosis;
import io.albis.storage.Diagnosis.Verdict;
import io.albis.storage.Storage;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis doctor}: explains how a table's files are accessed. */
@Command(
    name = "doctor",
    description = {
      "Explains how the files of a directory are read and written from this machine, and what would"
          + " make it faster.",
      "The exit code is 1 if something does not work."
    })
public final class DoctorCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(paramLabel = "URI", description = "Path or URI of a table or another directory.")
  private String uri;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    List<Diagnosis> findings;
    try (Storage storage = Storage.open(uri, storageOptions.asMap())) {
      findings = storage.diagnose();
    }
    if (json) {
      Json.printResult(out(), findings);
    } else {
      for (Diagnosis finding : findings) {
        line("%-5s %s", mark(finding.verdict()), finding.finding());
        if (!finding.advice().isEmpty()) {
          line("      -> %s", finding.advice());
        }
      }
    }
    out().flush();
    boolean isBad = findings.stream().anyMatch(finding -> finding.verdict() == Verdict.BAD);
    return isBad ? ExitCodes.FAILED : ExitCodes.OK;
  }

  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case GOOD -> "ok";
      case SLOW -> "slow";
      case BAD -> "bad";
    };
  }
}
