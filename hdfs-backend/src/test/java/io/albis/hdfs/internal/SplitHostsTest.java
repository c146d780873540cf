// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.DatasetScan;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the hosts of splits, according to the name node. */
final class SplitHostsTest {
  private static final int ROWS = 100_000;

  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start(TestCluster.configuration());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void requestsAllSplitsTogether() {
    String uri = cluster.uri("/split").toString();
    try (TableWriter writer =
        TableWriter.create(uri, FaultsTest.schema()).rowGroupSize(64 << 10).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          FaultsTest.row(rows, i);
        }
      }
      writer.commit();
    }
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan();
      List<Split> splits = scan.splits(100_000);
      assertThat(splits).hasSizeGreaterThan(10);
      long before = requests();

      List<List<String>> hosts = scan.hosts(splits);

      assertThat(requests() - before).isLessThan(10);
      assertThat(hosts).hasSameSizeAs(splits);
      String host = cluster.mini().getDataNodes().get(0).getDatanodeId().getHostName();
      assertThat(hosts).allMatch(list -> list.equals(List.of(host)));
    }
  }

  private static long requests() {
    return NameNode.getNameNodeMetrics().totalFileOps();
  }
}
