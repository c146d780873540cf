// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what is read of the system's files, and what follows from it. */
class SystemPressureTest {

  private static final long MIB = 1 << 20;

  @TempDir private Path root;
  private Path proc;
  private Path groups;

  /** The clock of the test. */
  private long seconds;

  @BeforeEach
  void machine() throws IOException {
    proc = root.resolve("proc");
    groups = root.resolve("cgroup");
    write(
        proc.resolve("meminfo"),
        "MemTotal: 1024000 kB\nMemFree: 102400 kB\nMemAvailable: 512000 kB\n");
    write(proc.resolve("pressure/memory"), "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n");
    write(proc.resolve("self/cgroup"), "0::/a/b\n");
  }

  private static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private long excess(double share, boolean countsPageCache) {
    return pressure(share, countsPageCache).excessBytes();
  }

  private SystemPressure pressure(double share, boolean countsPageCache) {
    return new SystemPressure(
        SystemMemory.of(proc, groups), share, countsPageCache, () -> seconds * 1_000_000_000);
  }

  @Test
  void theMachineCountsWithOrWithoutPageCache() {
    assertThat(excess(0.8, false)).isZero();
    assertThat(excess(0.8, true)).isEqualTo(100 * MIB);
    assertThat(excess(0.4, false)).isEqualTo(100 * MIB);
    assertThat(SystemMemory.of(proc, groups).total()).isEqualTo(1000 * MIB);
  }

  @Test
  void containersCountToo() throws IOException {
    write(groups.resolve("a/b/memory.max"), "max\n");
    write(groups.resolve("a/b/memory.current"), 300 * MIB + "\n");
    write(groups.resolve("a/memory.max"), 200 * MIB + "\n");
    write(groups.resolve("a/memory.current"), 190 * MIB + "\n");
    write(
        groups.resolve("a/memory.stat"),
        "anon 5\ninactive_file " + 8 * MIB + "\nactive_file " + 12 * MIB + "\n");
    assertThat(SystemMemory.of(proc, groups).total()).isEqualTo(200 * MIB);
    assertThat(excess(0.8, false)).isEqualTo(10 * MIB);
    assertThat(excess(0.9, false)).isZero();
  }

  @Test
  void versionOneOfControlGroups() throws IOException {
    write(proc.resolve("self/cgroup"), "3:cpu:/x\n2:memory:/x\n");
    Path memory = groups.resolve("memory");
    write(memory.resolve("memory.limit_in_bytes"), Long.MAX_VALUE / 4096 * 4096 + "\n");
    write(memory.resolve("memory.usage_in_bytes"), "1\n");
    write(memory.resolve("x/memory.limit_in_bytes"), 100 * MIB + "\n");
    write(memory.resolve("x/memory.usage_in_bytes"), 95 * MIB + "\n");
    write(
        memory.resolve("x/memory.stat"),
        "total_inactive_file " + 2 * MIB + "\ntotal_active_file " + 3 * MIB + "\n");
    assertThat(excess(0.8, false)).isEqualTo(10 * MIB);
  }

  @Test
  void cachesGetWhatTheJvmLeavesOfAContainer() throws IOException {
    SystemMemory machine = SystemMemory.of(proc, groups);
    assertThat(machine.forCache(0.8, 200 * MIB)).isEqualTo(250 * MIB);
    assertThat(machine.forCache(0.8, 600 * MIB)).isEqualTo((800 - 600 - 128) * MIB);
    assertThat(machine.forCache(0.8, 900 * MIB)).isEqualTo(1000 * MIB / 16);
    write(groups.resolve("a/memory.max"), 800 * MIB + "\n");
    write(groups.resolve("a/memory.current"), "0\n");
    SystemMemory container = SystemMemory.of(proc, groups);
    assertThat(container.forCache(0.75, 200 * MIB)).isEqualTo((600 - 200 - 128) * MIB);
    assertThat(container.forCache(0.75, 10 * MIB)).isEqualTo(400 * MIB);
  }

  private static void stalled(Path file, long millis) throws IOException {
    write(
        file,
        "some avg10=99.00 avg60=0.00 avg300=0.00 total="
            + millis * 1000
            + "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
  }

  @Test
  void eachSecondOfStallsCausesOneRelease() throws IOException {
    Path file = proc.resolve("pressure/memory");
    stalled(file, 80_000);
    SystemPressure pressure = pressure(1, false);
    assertThat(pressure.excessBytes()).as("stalls before").isZero();
    stalled(file, 80_900);
    assertThat(pressure.excessBytes()).isZero();
    stalled(file, 81_000);
    assertThat(pressure.excessBytes()).isEqualTo(500 * MIB / 16);
    for (int i = 0; i < 20; i++) {
      assertThat(pressure.excessBytes()).as("the same stalls").isZero();
    }
    stalled(file, 82_100);
    assertThat(pressure.excessBytes()).isEqualTo(500 * MIB / 16);
  }

  @Test
  void stallsOfLessThanATenthOfTheTimeCauseNoRelease() throws IOException {
    Path file = proc.resolve("pressure/memory");
    stalled(file, 0);
    SystemPressure pressure = pressure(1, false);
    for (int i = 1; i <= 100; i++) {
      seconds++;
      stalled(file, i * 90L);
      assertThat(pressure.excessBytes()).isZero();
    }
  }

  @Test
  void theGroupOfTheProcessCountsBeforeTheMachine() throws IOException {
    Path ofGroup = groups.resolve("a/b/memory.pressure");
    Path ofMachine = proc.resolve("pressure/memory");
    stalled(ofGroup, 10);
    SystemPressure pressure = pressure(1, false);
    stalled(ofMachine, 5000);
    assertThat(pressure.excessBytes()).isZero();
    stalled(ofGroup, 1010);
    assertThat(pressure.excessBytes()).isEqualTo(500 * MIB / 16);
    Files.delete(ofGroup);
    assertThat(pressure.excessBytes()).as("not the other file's time").isZero();
  }

  @Test
  void unreadableStallsCauseNoRelease() throws IOException {
    Path file = proc.resolve("pressure/memory");
    for (String text : new String[] {"", "some avg10=50.00\n", "some avg10=1.00 total=x\n"}) {
      write(file, text);
      SystemPressure pressure = pressure(1, false);
      stalled(file, 5000);
      assertThat(pressure.excessBytes()).as(text).isZero();
    }
  }

  @Test
  void withoutFilesThereIsNoPressure() {
    proc = root.resolve("nothing");
    assertThat(excess(0.8, false)).isZero();
    assertThat(SystemMemory.of(proc, groups).total()).isPositive();
  }

  @Test
  void sharesAreChecked() {
    assertThatThrownBy(() -> MemoryPressure.ofSystem(1.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid share of the memory: 1.5 (expected more than 0, at most 1)");
  }
}
