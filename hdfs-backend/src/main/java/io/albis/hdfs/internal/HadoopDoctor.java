// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.hdfs.internal.adapter.HdfsBlock;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.storage.Diagnosis;
import io.albis.storage.StorageMetrics;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.VersionInfo;

/**
 * Diagnoses on which read paths the blocks of a directory are read, and how to enable faster ones.
 */
final class HadoopDoctor {

  /** A sample of a table's files. */
  private static final int MAX_FILES = 200;

  private static final int PROBE_BYTES = 4096;

  private final FileSystem fileSystem;
  private final UserGroupInformation user;
  private final Path root;
  private final HadoopSettings settings;
  private final BlockFiles blockFiles;

  private final List<Diagnosis> findings = new ArrayList<>();

  /** The number of blocks by diagnosis. */
  private final Map<Diagnosis, Integer> blocks = new TreeMap<>(HadoopDoctor::compare);

  private int files;

  HadoopDoctor(HadoopClient client, Path root, HadoopSettings settings, BlockFiles blockFiles) {
    this.fileSystem = client.fileSystem();
    this.user = client.user();
    this.root = root;
    this.settings = settings;
    this.blockFiles = blockFiles;
  }

  private static int compare(Diagnosis one, Diagnosis other) {
    int byVerdict = one.verdict().compareTo(other.verdict());
    return byVerdict != 0 ? byVerdict : one.finding().compareTo(other.finding());
  }

  List<Diagnosis> diagnose() throws IOException {
    DataNode.forgetRefusals();
    findings.add(
        Diagnosis.good(
            String.format(
                "%s is a %s (Hadoop %s), used as %s.",
                fileSystem.getUri(),
                fileSystem.getClass().getSimpleName(),
                VersionInfo.getVersion(),
                user)));
    if (!settings.localReads()) {
      findings.add(
          Diagnosis.slow(
              "Blocks on this node are read through Hadoop's client, because the option "
                  + HadoopSettings.LOCAL_READS
                  + " is false.",
              "Set it to true."));
    }
    try {
      RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(root, true);
      while (all.hasNext() && files < MAX_FILES) {
        LocatedFileStatus file = all.next();
        if (file.getLen() > 0) {
          look(file.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      findings.add(Diagnosis.bad(root + " does not exist.", "Use a directory that exists."));
      return findings;
    }
    if (files == 0) {
      findings.add(Diagnosis.bad(root + " contains no files.", "Use the directory of a table."));
    }
    int total = blocks.values().stream().mapToInt(Integer::intValue).sum();
    blocks.forEach(
        (diagnosis, count) ->
            findings.add(
                new Diagnosis(
                    diagnosis.verdict(),
                    String.format("%d of %d sampled blocks %s", count, total, diagnosis.finding()),
                    diagnosis.advice())));
    return findings;
  }

  private void look(Path file) throws IOException {
    files++;
    try (FSDataInputStream stream = fileSystem.open(file)) {
      if (!HdfsFiles.isHdfs(stream)) {
        add(
            Diagnosis.slow(
                "are read through Hadoop's client, since this is not HDFS.",
                "Nothing to do. Tables on HDFS or local disks are read past the page cache."));
        return;
      }
      // Not closed, since the stream is closed here.
      ClientReads reads = new ClientReads(file, stream, new HadoopMetrics());
      for (HdfsBlock block : blockFiles.file(stream).blocks()) {
        add(look(file, block, reads));
      }
    }
  }

  private void add(Diagnosis diagnosis) {
    blocks.merge(diagnosis, 1, Integer::sum);
  }

  private Diagnosis look(Path path, HdfsBlock block, ClientReads reads) throws IOException {
    if (!block.isPlain()) {
      return Diagnosis.slow(
          "are read through Hadoop's client: they are erasure coded, encrypted or damaged.",
          "Store frequently read tables in a directory with plain replication.");
    }
    if (block.localNodes().isEmpty()) {
      return Diagnosis.slow(
          "are read over the network, since this node has no copy.",
          "Run on the nodes " + block.hosts() + ".");
    }
    BlockFiles.Opened opened = blockFiles.open(path, block, reads);
    if (opened == null) {
      return refused(block);
    }
    try {
      StorageMetrics before = blockFiles.metrics();
      int length = (int) Math.min(PROBE_BYTES, block.length());
      BlockProbe.read(opened.file(), length);
      String how =
          opened.path() == ReadPath.BLOCK_FILE
              ? "are read from their files on this node, "
              : "are read from their files on this node by descriptors of the data node, ";
      return blockFiles.metrics().directBytesRead() > before.directBytesRead()
          ? Diagnosis.good(how + "past the page cache.")
          : Diagnosis.slow(
              how + "through the page cache.",
              "Use ext4 or XFS for the volumes of data nodes, and set the option io.direct to"
                  + " auto.");
    } finally {
      opened.close();
    }
  }

  private Diagnosis refused(HdfsBlock block) {
    String name = user.getShortUserName();
    for (DataNode node : block.localNodes()) {
      if (node.refusal().isPresent()) {
        return Diagnosis.slow(
            "are read through Hadoop's client although this node has a copy: "
                + node.refusal().get(),
            "On the data nodes set dfs.block.local-path-access.user to a list that contains "
                + name
                + ", restart them, and permit "
                + name
                + " to read the files below dfs.datanode.data.dir"
                + " (dfs.datanode.data.dir.perm=750 and the group of the data node's user).");
      }
    }
    return Diagnosis.slow(
        "are read through Hadoop's client although this node has a copy.",
        "Check that the data node is running and that this process can access its directories.");
  }
}
