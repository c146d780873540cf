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
package io.albis.bench;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/**
 * A cluster of one data node in a process of its own, so that what it does is not counted as the
 * reader's work. It ends with its standard input.
 */
final class HdfsCluster implements AutoCloseable {
  private final Process process;
  private final URI uri;

  private HdfsCluster(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  static HdfsCluster start(Path directory) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx1g",
                    "-cp",
                    System.getProperty("java.class.path"),
                    HdfsCluster.class.getName(),
                    directory.toString()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("hdfs://")) {
        return new HdfsCluster(process, URI.create(line));
      }
    }
    throw new IOException("Failed to start a cluster in " + directory);
  }

  /** Runs in the process. */
  public static void main(String[] arguments) throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("dfs.block.local-path-access.user", System.getProperty("user.name"));
    configuration.setInt("dfs.replication", 1);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(configuration, new File(arguments[0]))
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .build()) {
      cluster.waitActive();
      System.out.println(cluster.getURI());
      System.out.flush();
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    }
  }

  URI uri() {
    return uri;
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
