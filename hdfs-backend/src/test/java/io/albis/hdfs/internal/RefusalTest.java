// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Library;
import com.sun.jna.Native;
import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.StorageOptions;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests users who may read a file, but not the files of its blocks on this node. */
final class RefusalTest {
  private static final Configuration CONFIGURATION = TestCluster.configuration();

  private static TestCluster cluster;
  private static DistributedFileSystem hdfs;

  /** The call of the C library that lets a thread open files as another user. */
  public interface FileUser extends Library {
    /** Sets the user of this thread for the file system only. */
    int setfsuid(int uid);
  }

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(CONFIGURATION);
    hdfs = cluster.mini().getFileSystem();
    hdfs.setPermission(new Path("/"), new FsPermission((short) 0777));
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void forgetRefusals() {
    DataNode.forgetRefusals();
  }

  @Test
  void readsThroughTheClientForUsersWithoutBlockPaths() throws Exception {
    UserGroupInformation carol = UserGroupInformation.createRemoteUser("carol");
    PrivilegedExceptionAction<List<String>> read =
        () -> {
          try (Storage storage = cluster.open()) {
            byte[] bytes = TestFiles.write(storage, "data");
            TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
            return TestFiles.refusals(
                hdfs, new Path(storage.root().toString(), "data"), CONFIGURATION);
          }
        };

    assertThat(carol.doAs(read))
        .singleElement()
        .asString()
        .contains("The user carol is not configured in dfs.block.local-path-access.user");
  }

  @Test
  void refusalsOfOneUserDoNotAffectAnother() throws Exception {
    try (Storage mine = cluster.open()) {
      byte[] bytes = TestFiles.write(mine, "data");
      PrivilegedExceptionAction<Storage> open = () -> cluster.open(mine.root());
      try (Storage ofCarol = UserGroupInformation.createRemoteUser("carol").doAs(open)) {
        // In another thread, like those that read ahead.
        TestFiles.assertReads(ofCarol, "data", bytes, TestFiles.CLIENT);
      }
      TestFiles.assertReads(mine, "data", bytes, TestFiles.BLOCK_FILE);
    }
  }

  @Test
  void readsThroughTheClientIfBlockFilesCannotBeOpened() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can become another user");
    FileUser system = Native.load("c", FileUser.class);
    try (Storage before = cluster.open()) {
      byte[] bytes = TestFiles.write(before, "data");
      TestFiles.assertReads(before, "data", bytes, TestFiles.BLOCK_FILE);
      Path file = new Path(before.root().toString(), "data");
      // Another depth, so that reads use new threads, which inherit the user of this one.
      try (Storage storage = cluster.open(before.root(), StorageOptions.DEPTH, "3")) {
        int nobody = 65534;
        system.setfsuid(nobody);
        try {
          TestFiles.assertReads(storage, "data", bytes, TestFiles.CLIENT);
        } finally {
          system.setfsuid(0);
        }
        assertThat(TestFiles.refusals(hdfs, file, CONFIGURATION))
            .hasSize(TestCluster.DATA_NODES)
            .allSatisfy(
                why -> assertThat(why).startsWith("this user may not open ").contains("/current/"));
      }
    }
  }
}
