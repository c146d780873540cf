// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.order.WorkloadFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Set;

/** Files of workloads. */
class WorkloadFuzzTest {

  @FuzzTest
  void workload(byte[] input) {
    Bounded.run(
        input,
        Set.of(InvalidArgumentException.class),
        () -> {
          WorkloadFile.Paths workload = read(input);
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          WorkloadFile.write(workload.workload(), workload.paths()::get, out);
          WorkloadFile.Paths again = read(out.toByteArray());
          assertThat(again.workload().queries()).hasSameSizeAs(workload.workload().queries());
        });
  }

  private static WorkloadFile.Paths read(byte[] bytes) throws java.io.IOException {
    return WorkloadFile.read("forged", new ByteArrayInputStream(bytes));
  }
}
