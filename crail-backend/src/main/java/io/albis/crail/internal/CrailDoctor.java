// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.Diagnosis;
import io.albis.storage.internal.backend.Reads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.rpc.RpcPing;

/** Diagnoses how a directory of Crail is read and written from this machine. */
final class CrailDoctor {

  private final CrailClient client;
  private final CrailNames names;
  private final String path;
  private final List<Diagnosis> findings = new ArrayList<>();

  CrailDoctor(CrailClient client, CrailNames names, String path) {
    this.client = client;
    this.names = names;
    this.path = path;
  }

  List<Diagnosis> diagnose() throws IOException {
    if (nameNode()) {
      directory();
    }
    for (Tier tier : client.tiers()) {
      tier(tier);
    }
    buffers();
    return findings;
  }

  /** Whether the name node answers. */
  private boolean nameNode() {
    long before = System.nanoTime();
    try {
      RpcPing answer =
          CrailNames.await(client.nameNode().call(connection -> connection.pingNameNode()));
      findings.add(
          Diagnosis.good(
              String.format(
                  "The %s answers in %d us (error %d).",
                  client.nameNode().name(),
                  TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - before),
                  answer.getError())));
      return true;
    } catch (IOException e) {
      findings.add(
          Diagnosis.bad(
              "The name node does not answer: " + e.getMessage() + ".",
              "Start Crail, and check crail.namenode.address."));
      return false;
    }
  }

  private void directory() throws IOException {
    CrailNames.Node node;
    try {
      node = names.find(path);
    } catch (IOException e) {
      findings.add(
          Diagnosis.bad("Cannot look up " + path + ": " + e.getMessage(), "See the message."));
      return;
    }
    if (node == null) {
      findings.add(
          Diagnosis.bad("The directory " + path + " does not exist.", "Use one that exists."));
      return;
    }
    if (node.first().getLength() == 0) {
      // The root of a cluster gets its first block with its first entry.
      findings.add(
          Diagnosis.good(
              "The directory "
                  + path
                  + " is empty and has no block: no data node was asked. Write something, and"
                  + " diagnose again."));
      return;
    }
    if (node.first().getLength() != CrailConstants.BLOCK_SIZE) {
      findings.add(
          Diagnosis.bad(
              String.format(
                  "The blocks of the cluster have %d bytes, but crail.blocksize is %d.",
                  node.first().getLength(), CrailConstants.BLOCK_SIZE),
              "Use the configuration of the cluster: set CRAIL_HOME or the option "
                  + CrailSettings.HOME
                  + "."));
      return;
    }
    dataNode(node);
  }

  private void dataNode(CrailNames.Node node) throws IOException {
    DataNodeLink link = client.dataNode(node.first());
    // One sector, even of a directory without entries: the data node must answer.
    BlockRequest request = new BlockRequest.StagedRead(0, 0, Configurations.BLOCK_UNIT, List.of());
    Transfer transfer = new Transfer(this, "read " + path, List.of(request), () -> {});
    long before = System.nanoTime();
    try {
      transfer.start(client, index -> node.first());
      Reads.await(transfer.future());
      findings.add(
          Diagnosis.good(
              String.format(
                  "The %s of %s answers in %d us.",
                  link.name(), path, TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - before))));
    } catch (IOException e) {
      findings.add(
          Diagnosis.bad(
              "The " + link.name() + " does not answer: " + e.getMessage(),
              "Start the data node again; what it stored is lost, because Crail has no copies."));
    }
  }

  private void tier(Tier tier) {
    try {
      tier.client();
    } catch (Exception | LinkageError e) {
      findings.add(
          Diagnosis.bad(
              "The storage tier "
                  + tier.className()
                  + " cannot be used: "
                  + MissingParts.explain(e)
                  + ".",
              "Add what is missing; docs/crail.md has the steps for each tier."));
      return;
    }
    if (tier.usesDevice()) {
      findings.add(
          Diagnosis.good(
              String.format(
                  "The storage tier %s is loaded; requests are multiples of %d bytes.",
                  tier.className(), tier.alignment())));
      findings.add(DeviceDoctor.nativeLibrary());
      findings.add(DeviceDoctor.javaOption());
      findings.add(DeviceDoctor.devices(DeviceDoctor.DEVICES));
      findings.add(DeviceDoctor.lockedMemory());
      legacy(tier);
    } else {
      findings.add(
          Diagnosis.slow(
              "The storage tier " + tier.className() + " uses TCP, which copies on both sides.",
              "With RDMA cards, use the tier org.apache.crail.storage.rdma.RdmaStorageTier."));
    }
  }

  private void legacy(Tier tier) {
    if (tier.className().contains("nvmf") && !Boolean.getBoolean("jnvmf.legacy")) {
      findings.add(
          Diagnosis.slow(
              "The property jnvmf.legacy is not set: NVMe-over-Fabrics targets of Linux refuse to"
                  + " connect without it.",
              "Start Java with -Djnvmf.legacy=true."));
    }
  }

  private void buffers() {
    if (CrailConstants.BUFFER_SIZE > CrailConstants.BLOCK_SIZE) {
      findings.add(
          Diagnosis.bad(
              String.format(
                  "crail.buffersize %d is larger than crail.blocksize %d: Crail's own tools would"
                      + " read wrong data over TCP.",
                  CrailConstants.BUFFER_SIZE, CrailConstants.BLOCK_SIZE),
              "Set crail.buffersize to at most crail.blocksize."));
    }
  }
}
