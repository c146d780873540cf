// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs {@link DeviceTierContract} without Maven, in the virtual machine of soft-roce/run. */
final class DeviceTierContractMain {

  private DeviceTierContractMain() {}

  /** Ends with exit code 1 unless at least one test has passed, and none has failed. */
  public static void main(String[] arguments) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectClass(DeviceTierContract.class))
            .build();
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, summary, new Progress());
    PrintWriter output = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    summary.getSummary().printTo(output);
    summary.getSummary().printFailuresTo(output);
    boolean hasPassed =
        summary.getSummary().getTotalFailureCount() == 0
            && summary.getSummary().getTestsSucceededCount() > 0;
    // Crail leaves threads behind.
    Runtime.getRuntime().halt(hasPassed ? 0 : 1);
  }

  /** Prints each test when it ends: the machine is slow. */
  private static final class Progress implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        System.out.println(result.getStatus() + " " + test.getDisplayName());
      }
    }
  }
}
