// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All other fuzz tests in one process, because each starts for longer than a build may fuzz it. The
 * first byte of an input chooses the test.
 */
class AllParsersFuzzTest {

  private interface Target {
    void run(byte[] input) throws Exception;
  }

  private record Named(Class<?> test, Target target) {}

  /** In a fixed order, on which inputs depend. */
  private static final List<Named> TARGETS =
      List.of(
          new Named(SnapshotFuzzTest.class, new SnapshotFuzzTest()::snapshot),
          new Named(ManifestFuzzTest.class, new ManifestFuzzTest()::manifest),
          new Named(DataFileFuzzTest.class, new DataFileFuzzTest()::dataFile),
          new Named(FrameFuzzTest.class, new FrameFuzzTest()::frame),
          new Named(SegmentFuzzTest.class, new SegmentFuzzTest()::segments),
          new Named(TableFuzzTest.class, new TableFuzzTest()::table),
          new Named(PredicateFuzzTest.class, new PredicateFuzzTest()::predicate),
          new Named(SplitFuzzTest.class, new SplitFuzzTest()::split),
          new Named(WriteTaskFuzzTest.class, new WriteTaskFuzzTest()::writeTask),
          new Named(WorkloadFuzzTest.class, new WorkloadFuzzTest()::workload),
          new Named(TraceFuzzTest.class, new TraceFuzzTest()::trace),
          new Named(TextFormsFuzzTest.class, new TextFormsFuzzTest()::text),
          new Named(ParquetFuzzTest.class, new ParquetFuzzTest()::pages),
          new Named(ArrowFuzzTest.class, new ArrowFuzzTest()::arrow),
          new Named(OrcTypesFuzzTest.class, new OrcTypesFuzzTest()::types),
          new Named(ConvertTextFuzzTest.class, new ConvertTextFuzzTest()::text));

  /** The inputs of all tests in the repository. */
  static List<byte[]> inputs() throws IOException {
    List<byte[]> inputs = new ArrayList<>();
    for (int i = 0; i < TARGETS.size(); i++) {
      for (byte[] input : Replay.inputs(TARGETS.get(i).test.getSimpleName())) {
        inputs.add(ByteBuffer.allocate(input.length + 1).put((byte) i).put(input).array());
      }
    }
    return inputs;
  }

  @MethodSource("inputs")
  @FuzzTest(maxDuration = "20s")
  void any(byte[] input) throws Exception {
    if (input.length > 0) {
      Named chosen = TARGETS.get((input[0] & 0xff) % TARGETS.size());
      chosen.target.run(Arrays.copyOfRange(input, 1, input.length));
    }
  }
}
