// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.DFS_DATA_TRANSFER_PROTECTION_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.hdfs.internal.adapter.DataNode;
import io.albis.storage.Storage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests a cluster with Kerberos that returns the paths of block files to some users only. */
final class KerberosTest {

  /** The settings that clients of the cluster need. */
  private static final List<String> OF_CLIENTS =
      List.of(
          CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION,
          CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTH_TO_LOCAL,
          DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
          DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY,
          DFS_DATA_TRANSFER_PROTECTION_KEY);

  private static MiniKdc kdc;
  private static File keytab;
  private static Configuration configuration;
  private static TestCluster cluster;
  private static UserGroupInformation alice;

  private interface Action<T> extends PrivilegedExceptionAction<T> {}

  @BeforeAll
  static void start() throws Exception {
    File directory = Files.createTempDirectory(java.nio.file.Path.of("target"), "kdc-").toFile();
    kdc = new MiniKdc(MiniKdc.createConf(), directory);
    kdc.start();
    keytab = new File(directory, "all.keytab").getAbsoluteFile();
    kdc.createPrincipal(keytab, "hdfs/localhost", "HTTP/localhost", "alice", "bob", "service");
    configuration = secure();
    UserGroupInformation.setConfiguration(configuration);
    cluster = TestCluster.start(configuration);
    cluster.mini().getFileSystem().setPermission(new Path("/"), new FsPermission((short) 0777));
    alice = login("alice");
  }

  private static Configuration secure() {
    Configuration secure = TestCluster.configuration();
    String hdfs = "hdfs/localhost@" + kdc.getRealm();
    secure.set(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    // Set explicit rules, since the realm that Java has cached may be from before this test.
    secure.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTH_TO_LOCAL, "RULE:[1:$1]\nRULE:[2:$1]");
    secure.set(DFSConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY, hdfs);
    secure.set(DFSConfigKeys.DFS_NAMENODE_KEYTAB_FILE_KEY, keytab.toString());
    secure.set(DFSConfigKeys.DFS_DATANODE_KERBEROS_PRINCIPAL_KEY, hdfs);
    secure.set(DFSConfigKeys.DFS_DATANODE_KEYTAB_FILE_KEY, keytab.toString());
    secure.set(
        DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_PRINCIPAL_KEY,
        "HTTP/localhost@" + kdc.getRealm());
    secure.set(DFSConfigKeys.DFS_WEB_AUTHENTICATION_KERBEROS_KEYTAB_KEY, keytab.toString());
    secure.setBoolean(DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_ENABLE_KEY, true);
    secure.set(DFS_DATA_TRANSFER_PROTECTION_KEY, "authentication,privacy");
    secure.set(DFSConfigKeys.DFS_BLOCK_LOCAL_PATH_ACCESS_USER_KEY, "alice,service");
    // The web servers of data nodes are irrelevant here and need no privileged ports.
    secure.setBoolean(DFSConfigKeys.IGNORE_SECURE_PORTS_FOR_TESTING_KEY, true);
    secure.set("hadoop.proxyuser.service.hosts", "*");
    secure.set("hadoop.proxyuser.service.users", "*");
    return secure;
  }

  @AfterAll
  static void stop() {
    try {
      cluster.close();
    } finally {
      kdc.stop();
      UserGroupInformation.reset();
      UserGroupInformation.setConfiguration(new HdfsConfiguration());
    }
  }

  @AfterEach
  void forgetRefusals() {
    DataNode.forgetRefusals();
  }

  private static UserGroupInformation login(String name) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        name + "@" + kdc.getRealm(), keytab.toString());
  }

  private static Storage open(String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of(more));
    for (String name : OF_CLIENTS) {
      if (!options.contains("hadoop." + name)) {
        options.add("hadoop." + name);
        options.add(configuration.get(name));
      }
    }
    return cluster.open(options.toArray(String[]::new));
  }

  /**
   * Writes, reads and publishes as a user, and returns why blocks were not read from their files.
   */
  private static List<String> use(UserGroupInformation user, String way, String... options)
      throws Exception {
    Action<List<String>> use =
        () -> {
          try (Storage storage = open(options)) {
            byte[] bytes = TestFiles.write(storage, "data");
            TestFiles.assertReads(storage, "data", bytes, way);
            storage.publish("published", bytes);
            TestFiles.assertReads(storage, "published", bytes, way);
            Path path = new Path(storage.root().toString(), "data");
            try (FileSystem hdfs = FileSystem.newInstance(path.toUri(), configuration)) {
              assertThat(hdfs.getFileStatus(path).getOwner()).isEqualTo(user.getShortUserName());
              return TestFiles.refusals(hdfs, path, configuration);
            }
          }
        };
    return user.doAs(use);
  }

  @Test
  void readsBlockFilesForAUserWithAKeytab() throws Exception {
    assertThat(use(alice, TestFiles.BLOCK_FILE)).isEmpty();
  }

  @Test
  void readsThroughTheClientForAUserWithAKeytab() throws Exception {
    use(alice, TestFiles.CLIENT, HadoopSettings.LOCAL_READS, "false");
  }

  @Test
  void readsThroughTheClientWithPrivacy() throws Exception {
    use(
        alice,
        TestFiles.CLIENT,
        HadoopSettings.LOCAL_READS,
        "false",
        "hadoop." + DFS_DATA_TRANSFER_PROTECTION_KEY,
        "privacy");
  }

  @Test
  void readsThroughTheClientForAUserWithoutBlockPaths() throws Exception {
    assertThat(use(login("bob"), TestFiles.CLIENT))
        .singleElement()
        .asString()
        .contains("The user bob is not configured in dfs.block.local-path-access.user");
  }

  @Test
  void readsBlockFilesForAProxyUser() throws Exception {
    UserGroupInformation proxy = UserGroupInformation.createProxyUser("bob", login("service"));

    assertThat(use(proxy, TestFiles.BLOCK_FILE)).isEmpty();
  }

  @Test
  void readsAsTheUserWhoOpenedTheStorage() throws Exception {
    Action<Storage> open = KerberosTest::open;
    try (Storage storage = alice.doAs(open)) {
      byte[] bytes = TestFiles.write(storage, "data");
      TestFiles.assertReads(storage, "data", bytes, TestFiles.BLOCK_FILE);
      storage.publish("published", bytes);
    }
  }

  @Test
  void readsThroughTheClientWithADelegationTokenOnly() throws Exception {
    Credentials credentials = new Credentials();
    Action<Void> ask =
        () -> {
          try (FileSystem hdfs = FileSystem.newInstance(cluster.uri("/"), configuration)) {
            hdfs.addDelegationTokens("alice", credentials);
          }
          return null;
        };
    alice.doAs(ask);
    UserGroupInformation holder = UserGroupInformation.createRemoteUser("alice");
    holder.addCredentials(credentials);

    long start = System.nanoTime();
    List<String> refusals = use(holder, TestFiles.CLIENT);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    assertThat(refusals)
        .singleElement()
        .asString()
        .contains("Client cannot authenticate via:[TOKEN, KERBEROS]");
  }
}
