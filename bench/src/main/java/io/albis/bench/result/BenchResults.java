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
package io.albis.bench.result;

import java.util.List;
import java.util.Map;

/**
 * All that one run of the benchmark found.
 *
 * @param title what was run, as its command line
 * @param environment what the figures depend on, by name: machine, kernel, Java, versions of
 *     formats
 * @param scans one for each way to read in each case; those of one case stand together
 * @param writes one for each way to write
 * @param sums per case and column what all readers found
 */
public record BenchResults(
    String title,
    Map<String, String> environment,
    List<ScanResult> scans,
    List<WriteResult> writes,
    List<ColumnTotal> sums) {

  /** Makes lists that are missing in JSON empty. */
  public BenchResults {
    environment = environment == null ? Map.of() : environment;
    scans = scans == null ? List.of() : scans;
    writes = writes == null ? List.of() : writes;
    sums = sums == null ? List.of() : sums;
  }
}
