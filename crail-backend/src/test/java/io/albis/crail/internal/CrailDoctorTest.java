// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.crail.nvmf.CheckingTier;
import io.albis.storage.Diagnosis;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.crail.storage.tcp.TcpStorageClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code albis doctor} says about directories of Crail. */
@Timeout(180)
final class CrailDoctorTest {

  private static final String[] QUICK = {CrailSettings.TIMEOUT, "3000"};
  private static final String STORAGE_TYPES = "crail.storage.types";

  private TestCrail cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = TestCrail.start(1, 16 << 20);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** Diagnoses a directory; the result has a line for each finding. */
  private static String diagnose(Storage storage) throws IOException {
    return storage.diagnose().stream()
        .map(CrailDoctorTest::line)
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String line(Diagnosis finding) {
    return finding.verdict() + " " + finding.finding() + " -> " + finding.advice();
  }

  private static void write(Storage storage, String path) throws IOException {
    try (WritableFile file = storage.createFile(path)) {
      file.write(new byte[10]);
      file.finish();
    }
  }

  private void killDataNode() {
    cluster.cluster().dataNode(0).destroyForcibly();
    cluster.cluster().dataNode(0).onExit().join();
  }

  @Test
  void theRootOfAFreshClusterIsGood() throws IOException {
    try (Storage storage = cluster.openPath("/", QUICK)) {
      String findings = diagnose(storage);
      assertThat(findings)
          .contains("GOOD The name node ")
          .contains("GOOD The directory / is empty and has no block")
          .contains("SLOW The storage tier " + RecordingTier.class.getName() + " uses TCP")
          .doesNotContain("BAD");
      write(storage, "data");
      assertThat(diagnose(storage))
          .contains("GOOD The data node ")
          .contains(" of / answers in ")
          .doesNotContain("BAD");
    }
  }

  @Test
  void asksTheDataNodeOfAnEmptyDirectory() throws IOException {
    try (Storage storage = cluster.openPath("/dir", QUICK);
        Storage empty = cluster.openPath("/dir/empty", QUICK)) {
      write(storage, "empty/data");
      empty.delete("data");
      assertThat(empty.list("")).isEmpty();
      assertThat(diagnose(empty)).contains("GOOD The data node ").doesNotContain("BAD");
      killDataNode();
      assertThat(diagnose(empty)).contains("BAD The data node ").contains(" does not answer: ");
    }
  }

  @Test
  void asksTheDataNodeOfADirectoryThatNeverHadAnEntry() throws IOException {
    try (Storage storage = cluster.openPath("/", QUICK);
        Storage bare = cluster.openPath("/bare", QUICK)) {
      write(storage, "other");
      bare(cluster.uri("/"));
      assertThat(diagnose(bare)).contains("GOOD The data node ").doesNotContain("BAD");
      killDataNode();
      assertThat(diagnose(bare)).contains("BAD The data node ").contains(" does not answer: ");
    }
  }

  /** Creates an empty directory. */
  private static void bare(String uri) throws IOException {
    CrailSettings settings = CrailSettings.of(TestCrail.options(QUICK));
    CrailClient client = CrailClient.acquire(URI.create(uri), settings);
    try {
      new CrailNames(client).createDirectories("/bare", settings.metadata());
    } finally {
      client.release();
    }
  }

  @Test
  void findsWhatDoesNotAnswerOrExist() throws IOException {
    try (Storage storage = cluster.open(QUICK)) {
      assertThat(diagnose(storage)).contains("BAD The directory /").contains("does not exist");
      cluster.cluster().nameNode().destroyForcibly();
      cluster.cluster().nameNode().onExit().join();
      assertThat(diagnose(storage))
          .contains("BAD The name node does not answer: ")
          .contains("-> Start Crail, and check crail.namenode.address.");
    }
  }

  /** Prints what is diagnosed for the URI in the first argument; options follow. */
  static final class Diagnose {

    private Diagnose() {}

    public static void main(String[] arguments) throws IOException {
      Map<String, String> options = new TreeMap<>(TestCrail.options(QUICK));
      for (String option : Arrays.asList(arguments).subList(1, arguments.length)) {
        String[] parts = option.split("=", 2);
        options.put(parts[0], parts[1]);
      }
      try (Storage storage = Storage.open(arguments[0], options)) {
        System.out.print(diagnose(storage));
      }
    }
  }

  /** Diagnoses in a process of its own, because Crail's configuration is that of a process. */
  private String diagnoseWith(String... options) throws Exception {
    String[] arguments = new String[options.length + 1];
    arguments[0] = cluster.uri("/");
    System.arraycopy(options, 0, arguments, 1, options.length);
    return ChildJvm.start(Diagnose.class, entry -> true, arguments).output();
  }

  @Test
  void findsAnotherBlockSize() throws Exception {
    try (Storage storage = cluster.openPath("/", QUICK)) {
      write(storage, "data");
    }
    assertThat(diagnoseWith("crail.blocksize=131072", "crail.slicesize=131072"))
        .contains("BAD The blocks of the cluster have 262144 bytes, but crail.blocksize is 131072.")
        .contains("set CRAIL_HOME or the option albis.crail.home")
        .contains("BAD crail.buffersize 262144 is larger than crail.blocksize 131072");
  }

  @Test
  void findsTiersThatAreNotInstalled() throws Exception {
    for (String tier :
        List.of(
            "org.apache.crail.storage.rdma.RdmaStorageTier",
            "org.apache.crail.storage.nvmf.NvmfStorageTier")) {
      assertThat(diagnoseWith(STORAGE_TYPES + "=" + tier))
          .contains("GOOD The name node ")
          .contains("BAD The storage tier " + tier + " cannot be used: the class " + tier)
          .contains("is not on the class path: add the jars of the storage tier")
          .doesNotContain("exit code");
    }
  }

  /** A tier that needs a native library that this machine does not have. */
  public static final class UnlinkedTier extends TcpStorageClient {

    /** For Crail, which finds this class by its name. */
    public UnlinkedTier() {
      System.loadLibrary("disni-that-is-not-installed");
    }
  }

  @Test
  void findsAMissingNativeLibrary() throws Exception {
    assertThat(diagnoseWith(STORAGE_TYPES + "=" + UnlinkedTier.class.getName()))
        .contains("BAD The storage tier " + UnlinkedTier.class.getName() + " cannot be used: ")
        .contains("a native library is missing: build libdisni");
  }

  @Test
  void checksWhatADeviceNeeds() throws Exception {
    assertThat(diagnoseWith(STORAGE_TYPES + "=" + CheckingTier.class.getName()))
        .contains(
            "GOOD The storage tier "
                + CheckingTier.class.getName()
                + " is loaded; requests are multiples of 4096 bytes.")
        .contains("BAD The native library of DiSNI cannot be used: the class com.ibm.disni.verbs.")
        .contains("BAD The storage tier needs a Java option that is not set.")
        .contains("-> Start Java with --add-exports=java.base/sun.nio.ch=ALL-UNNAMED.")
        .contains(line(DeviceDoctor.devices(DeviceDoctor.DEVICES)))
        .contains(line(DeviceDoctor.lockedMemory()))
        .contains("SLOW The property jnvmf.legacy is not set")
        .contains("-> Start Java with -Djnvmf.legacy=true.");
  }

  @Test
  void checksDevices(@TempDir Path directory) throws IOException {
    Path missing = directory.resolve("missing");
    assertThat(line(DeviceDoctor.devices(missing)))
        .startsWith("BAD This machine has no RDMA device: " + missing + " is empty or missing.")
        .contains("modprobe rdma_rxe");
    assertThat(line(DeviceDoctor.devices(directory))).startsWith("BAD This machine has no RDMA");
    Files.createDirectory(directory.resolve("rxe0"));
    assertThat(line(DeviceDoctor.devices(directory))).isEqualTo("GOOD RDMA devices: rxe0. -> ");
  }

  @Test
  void checksTheLimitOnLockedMemory() {
    assertThat(line(DeviceDoctor.lockedMemory(LockedMemory.UNLIMITED)))
        .startsWith("GOOD This process may lock any amount of memory.");
    assertThat(line(DeviceDoctor.lockedMemory(1L << 30)))
        .startsWith("GOOD The limit on locked memory is 1073741824 bytes.");
    assertThat(line(DeviceDoctor.lockedMemory(65536)))
        .startsWith("BAD The limit on locked memory is 65536 bytes")
        .contains("-> Raise it: ulimit -l unlimited");
  }
}
