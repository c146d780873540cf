// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.metadata.DataNodeInfo;
import org.junit.jupiter.api.Test;

/** The sentence that names what is missing. */
final class MissingPartsTest {

  @Test
  void namesTheJavaOption() {
    IllegalAccessError error =
        new IllegalAccessError(
            "class org.apache.crail.utils.CrailUtils cannot access class sun.nio.ch.DirectBuffer");
    assertThat(MissingParts.explain(new IOException(error)))
        .startsWith(
            "Crail needs the Java option --add-exports=java.base/sun.nio.ch=ALL-UNNAMED (class");
  }

  @Test
  void namesTheNativeLibrary() {
    assertThat(MissingParts.explain(new UnsatisfiedLinkError("no disni in java.library.path")))
        .contains("build libdisni from the sources of DiSNI")
        .contains("no disni in java.library.path");
  }

  @Test
  void namesTheClassOfATierThatIsNotInstalled() {
    Tier tier =
        new Tier(
            "org.apache.crail.storage.nvmf.NvmfStorageTier",
            0,
            CrailConfiguration.createEmptyConfiguration());
    assertThat(tier.alignment()).isEqualTo(4096);
    assertThat(tier.usesDevice()).isTrue();
    assertThat(catchThrown(tier))
        .isEqualTo(
            "the class org.apache.crail.storage.nvmf.NvmfStorageTier is not on the class path: add"
                + " the jars of the storage tier, from CRAIL_HOME/jars");
  }

  private static String catchThrown(Tier tier) {
    try {
      tier.connect(new DataNodeInfo());
      return "connected";
    } catch (Exception e) {
      return MissingParts.explain(e);
    }
  }

  @Test
  void namesTheRdmaDevice() {
    String message = "j2c::createEventChannel: rdma_create_event_channel failed: No such device";
    assertThat(MissingParts.explain(new IOException(new IOException(message + "\n"))))
        .startsWith("this machine has no RDMA device for the address: load the driver")
        .endsWith("(" + message + ")");
  }

  @Test
  void namesTheLimitOnLockedMemory() {
    assertThat(
            MissingParts.explain(
                new IOException("j2c::regMr: ibv_reg_mr failed: Cannot allocate memory\n")))
        .startsWith("the limit on locked memory does not allow to register more memory")
        .contains("ulimit -l unlimited");
    assertThat(MissingParts.explain(new IOException("j2c::regMr: ibv_reg_mr failed: Bad address")))
        .isEqualTo("j2c::regMr: ibv_reg_mr failed: Bad address");
  }

  @Test
  void namesTheJavaOptionForTargetsOfLinux() {
    IOException refused =
        new IOException(
            "Command was not successful.{StatusCodeType: 0 - Generic, SatusCode: 2 - A reserved"
                + " coded value or an unsupported value in a defined field, CID: 0}");
    assertThat(MissingParts.explain(refused)).isEqualTo(refused.getMessage());
    refused.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("com.ibm.jnvmf.QueuePair", "connect", "QueuePair.java", 1)
        });
    assertThat(MissingParts.explain(new IOException(refused)))
        .contains("that of Linux needs the Java option -Djnvmf.legacy=true");
  }

  @Test
  void keepsOtherMessages() {
    assertThat(MissingParts.explain(new IOException("outer", new IOException("inner"))))
        .isEqualTo("inner");
    assertThat(MissingParts.explain(new IllegalStateException()))
        .isEqualTo("java.lang.IllegalStateException");
  }
}
