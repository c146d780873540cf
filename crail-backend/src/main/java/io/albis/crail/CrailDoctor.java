// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

import io.albis.storage.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.rpc.RpcPing;

/** Diagnoses how a directory of Crail is read and written from this machine. */
final class CrailDoctor {

  /** Less is too little for the memory of a scan, in bytes. */
  private static final long MIN_LOCKED = 1L << 30;

  private static final Path DEVICES = Path.of("/sys/class/infiniband");

  private final CrailClient client;
  private final Names names;
  private final String path;
  private final List<Diagnosis> findings = new ArrayList<>();

  CrailDoctor(CrailClient client, Names names, String path) {
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
      RpcPing answer = Names.await(client.nameNode().call(connection -> connection.pingNameNode()));
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
    Names.Node node;
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

  private void dataNode(Names.Node node) throws IOException {
    DataNodeLink link = client.dataNode(node.first());
    CrailReadableFile file = new CrailReadableFile(client, new CrailMetrics(), path, node, 0);
    try {
      int size = (int) Math.min(Configurations.BLOCK_UNIT, file.length());
      long before = System.nanoTime();
      file.readBytes(0, size);
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
    } finally {
      file.close();
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
      device();
      lockedMemory();
      legacy(tier);
    } else {
      findings.add(
          Diagnosis.slow(
              "The storage tier " + tier.className() + " uses TCP, which copies on both sides.",
              "With RDMA cards, use the tier org.apache.crail.storage.rdma.RdmaStorageTier."));
    }
  }

  private void device() {
    String[] devices = DEVICES.toFile().list();
    findings.add(
        devices == null || devices.length == 0
            ? Diagnosis.bad(
                "This machine has no RDMA device: " + DEVICES + " is empty or missing.",
                "Load the driver of the card; to try it out: modprobe rdma_rxe && rdma link add"
                    + " rxe0 type rxe netdev eth0.")
            : Diagnosis.good("RDMA devices: " + String.join(", ", devices) + "."));
  }

  private void lockedMemory() {
    try {
      long limit = LockedMemory.limit();
      if (limit == LockedMemory.UNLIMITED) {
        findings.add(Diagnosis.good("This process may lock any amount of memory."));
      } else if (limit >= MIN_LOCKED) {
        findings.add(Diagnosis.good("The limit on locked memory is " + limit + " bytes."));
      } else {
        findings.add(
            Diagnosis.bad(
                "The limit on locked memory is "
                    + limit
                    + " bytes: the memory that the card accesses must fit.",
                "Raise it: ulimit -l unlimited, or memlock in /etc/security/limits.conf."));
      }
    } catch (IOException e) {
      findings.add(
          Diagnosis.slow("Cannot read the limit on locked memory: " + e.getMessage(), "None."));
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
