// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.crail.CrailNodeType;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;
import org.apache.crail.metadata.FileInfo;
import org.apache.crail.metadata.FileName;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcRequestMessage;
import org.apache.crail.rpc.RpcResponseMessage;
import org.junit.jupiter.api.Test;

/** The answers of the name node, without a network and with its own clock. */
final class NameNodeTest {

  private static final byte[] HOST = {10, 0, 0, 1};

  private final AtomicLong clock = new AtomicLong(1);
  private final NameNode nameNode = new NameNode(clock::get);

  private void addDataNode(int port, int locationClass, int blocks) throws Exception {
    BlockInfo region =
        new BlockInfo(
            new DataNodeInfo(0, 0, locationClass, HOST, port),
            0,
            1 << 20,
            (int) (blocks * CrailConstants.BLOCK_SIZE),
            port);
    assertThat(
            nameNode.setBlock(
                new RpcRequestMessage.SetBlockReq(region), new RpcResponseMessage.VoidRes(), null))
        .isEqualTo(RpcErrors.ERR_OK);
  }

  private int freeBlocks(int port) {
    RpcResponseMessage.GetDataNodeRes response = new RpcResponseMessage.GetDataNodeRes();
    short error =
        nameNode.getDataNode(
            new RpcRequestMessage.GetDataNodeReq(new DataNodeInfo(0, 0, 0, HOST, port)),
            response,
            null);
    return error == RpcErrors.ERR_OK ? response.getStatistics().getFreeBlockCount() : -1;
  }

  private short create(
      String path, CrailNodeType type, int locationClass, RpcResponseMessage.CreateFileRes response)
      throws IOException {
    return nameNode.createFile(
        new RpcRequestMessage.CreateFileReq(new FileName(path), type, 0, locationClass, true),
        response,
        null);
  }

  private short create(String path, CrailNodeType type) throws IOException {
    return create(path, type, 0, new RpcResponseMessage.CreateFileRes());
  }

  private short find(String path) throws IOException {
    return nameNode.getFile(
        new RpcRequestMessage.GetFileReq(new FileName(path), false),
        new RpcResponseMessage.GetFileRes(),
        null);
  }

  private short remove(String path) throws IOException {
    return nameNode.removeFile(
        new RpcRequestMessage.RemoveFileReq(new FileName(path), true),
        new RpcResponseMessage.DeleteFileRes(),
        null);
  }

  private short rename(String from, String to, RpcResponseMessage.RenameRes response)
      throws IOException {
    return nameNode.renameFile(
        new RpcRequestMessage.RenameFileReq(new FileName(from), new FileName(to)), response, null);
  }

  private short rename(String from, String to) throws IOException {
    return rename(from, to, new RpcResponseMessage.RenameRes());
  }

  private long capacity(String path) throws IOException {
    RpcResponseMessage.GetFileRes response = new RpcResponseMessage.GetFileRes();
    nameNode.getFile(new RpcRequestMessage.GetFileReq(new FileName(path), false), response, null);
    return response.getFile().getCapacity();
  }

  private short close(FileInfo file, long token) {
    FileInfo request = new FileInfo();
    request.setFileInfo(file);
    request.setToken(token);
    return nameNode.setFile(
        new RpcRequestMessage.SetFileReq(request, true), new RpcResponseMessage.VoidRes(), null);
  }

  private short block(FileInfo file, long token, long position, int[] port) {
    RpcResponseMessage.GetBlockRes response = new RpcResponseMessage.GetBlockRes();
    short error =
        nameNode.getBlock(
            new RpcRequestMessage.GetBlockReq(file.getFd(), token, position, position),
            response,
            null);
    port[0] = response.getBlockInfo().getDnInfo().getPort();
    return error;
  }

  @Test
  void createsNodesInContainersOnly() throws Exception {
    addDataNode(1, 0, 20);
    assertThat(create("/a/b", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_PARENT_MISSING);
    assertThat(create("/a", CrailNodeType.DIRECTORY)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/a", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_FILE_EXISTS);
    assertThat(create("/a/b", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/a/b/c", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_PARENT_NOT_DIR);
    assertThat(create("/m", CrailNodeType.MULTIFILE)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/m/1", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/d", CrailNodeType.DIRECTORY, 7, new RpcResponseMessage.CreateFileRes()))
        .isEqualTo(RpcErrors.ERR_DIR_LOCATION_AFFINITY_MISMATCH);
    assertThat(find("/a/b")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(find("/a/x")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(find("/a/b/c")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(find("/")).isEqualTo(RpcErrors.ERR_OK);
  }

  @Test
  void tablesReplaceTheirValues() throws Exception {
    addDataNode(1, 0, 20);
    assertThat(create("/t", CrailNodeType.TABLE)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/t/k", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_FILE_EXISTS);
    RpcResponseMessage.CreateFileRes first = new RpcResponseMessage.CreateFileRes();
    RpcResponseMessage.CreateFileRes second = new RpcResponseMessage.CreateFileRes();
    assertThat(create("/t/k", CrailNodeType.KEYVALUE, 0, first)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(create("/t/k", CrailNodeType.KEYVALUE, 0, second)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(second.getFile().getFd()).isNotEqualTo(first.getFile().getFd());
    assertThat(second.getFile().getDirOffset()).isEqualTo(CrailConstants.DIRECTORY_RECORD);
  }

  @Test
  void renamesExclusively() throws Exception {
    addDataNode(1, 0, 20);
    create("/d", CrailNodeType.DIRECTORY);
    create("/d/one", CrailNodeType.DATAFILE);
    create("/d/two", CrailNodeType.DATAFILE);
    assertThat(rename("/d/one", "/d/two")).isEqualTo(RpcErrors.ERR_FILE_EXISTS);
    assertThat(find("/d/one")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(rename("/d/none", "/d/x")).isEqualTo(RpcErrors.ERR_SRC_FILE_NOT_FOUND);
    assertThat(rename("/d/one", "/d/three")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(find("/d/one")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(find("/d/three")).isEqualTo(RpcErrors.ERR_OK);
  }

  @Test
  void onlyTheTokenAddsBlocks() throws Exception {
    addDataNode(1, 0, 20);
    RpcResponseMessage.CreateFileRes response = new RpcResponseMessage.CreateFileRes();
    create("/f", CrailNodeType.DATAFILE, 0, response);
    FileInfo file = response.getFile();
    // The message does not carry the token here; the network's form of it does.
    long token = file.getToken();
    int[] port = new int[1];
    long second = CrailConstants.BLOCK_SIZE;
    assertThat(block(file, token + 1, second, port)).isEqualTo(RpcErrors.ERR_TOKEN_MISMATCH);
    assertThat(block(file, 0, second, port)).isEqualTo(RpcErrors.ERR_CAPACITY_EXCEEDED);
    assertThat(block(file, token, 2 * second, port)).isEqualTo(RpcErrors.ERR_ADD_BLOCK_FAILED);
    assertThat(freeBlocks(1)).isEqualTo(18);
    assertThat(block(file, token, second, port)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(block(file, 0, second, port)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(freeBlocks(1)).isEqualTo(17);
  }

  @Test
  void blocksBecomeFreeWhenTheTokenHasExpired() throws Exception {
    addDataNode(1, 0, 20);
    create("/d", CrailNodeType.DIRECTORY);
    create("/d/e", CrailNodeType.DIRECTORY);
    create("/d/e/f", CrailNodeType.DATAFILE);
    // One block for each node and one for the records of the root.
    assertThat(freeBlocks(1)).isEqualTo(16);
    assertThat(remove("/d")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(remove("/d")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(freeBlocks(1)).isEqualTo(16);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(CrailConstants.TOKEN_EXPIRATION));
    assertThat(freeBlocks(1)).isEqualTo(19);
  }

  @Test
  void nodesThatDoNotReportGetNoBlocks() throws Exception {
    addDataNode(1, 0, 20);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(CrailConstants.STORAGE_KEEPALIVE * 8L + 1));
    assertThat(create("/a", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_NO_FREE_BLOCKS);
    assertThat(find("/a")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(freeBlocks(1)).isEqualTo(20);
    assertThat(create("/a", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(freeBlocks(2)).isEqualTo(-1);
  }

  @Test
  void takesTurnsAndPrefersTheLocationClass() throws Exception {
    addDataNode(1, 11, 20);
    addDataNode(2, 22, 3);
    create("/d", CrailNodeType.DIRECTORY);
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      RpcResponseMessage.CreateFileRes response = new RpcResponseMessage.CreateFileRes();
      create("/d/near-" + i, CrailNodeType.DATAFILE, 22, response);
      ports.add(response.getFileBlock().getDnInfo().getPort());
    }
    int taken = 3 - freeBlocks(2);
    assertThat(taken).isEqualTo(3);
    assertThat(ports).startsWith(2).endsWith(1);
  }

  @Test
  void regionsThatAreMappedAgainKeepTheirBlocks() throws Exception {
    addDataNode(1, 0, 20);
    RpcResponseMessage.CreateFileRes response = new RpcResponseMessage.CreateFileRes();
    create("/f", CrailNodeType.DATAFILE, 0, response);
    int before = freeBlocks(1);
    addDataNode(1, 0, 20);
    assertThat(freeBlocks(1)).isEqualTo(before);
  }

  /** Renames a file in /d, which has it alone, until the block of its records is full. */
  private void fillRecords() throws IOException {
    long records = CrailConstants.BLOCK_SIZE / CrailConstants.DIRECTORY_RECORD;
    for (long i = 1; i < records; i++) {
      boolean isEven = i % 2 == 0;
      assertThat(rename(isEven ? "/d/b" : "/d/a", isEven ? "/d/a" : "/d/b"))
          .isEqualTo(RpcErrors.ERR_OK);
    }
    assertThat(capacity("/d")).isEqualTo(CrailConstants.BLOCK_SIZE);
  }

  @Test
  void refusedRenamesChangeNothing() throws Exception {
    // The records of the root, /d, /d/a and /full.
    addDataNode(1, 0, 4);
    create("/d", CrailNodeType.DIRECTORY);
    create("/d/a", CrailNodeType.DATAFILE);
    create("/full", CrailNodeType.DATAFILE);
    fillRecords();
    assertThat(freeBlocks(1)).isZero();

    assertThat(rename("/d/b", "/d/c")).isEqualTo(RpcErrors.ERR_NO_FREE_BLOCKS);
    assertThat(find("/d/b")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(find("/d/c")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(capacity("/d")).isEqualTo(CrailConstants.BLOCK_SIZE);

    remove("/full");
    clock.addAndGet(TimeUnit.SECONDS.toNanos(CrailConstants.TOKEN_EXPIRATION));
    RpcResponseMessage.RenameRes response = new RpcResponseMessage.RenameRes();
    assertThat(rename("/d/b", "/d/c", response)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(find("/d/c")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(response.getDstFile().getDirOffset()).isEqualTo(CrailConstants.BLOCK_SIZE);
    assertThat(response.getSrcFile().getDirOffset())
        .isEqualTo(CrailConstants.BLOCK_SIZE - CrailConstants.DIRECTORY_RECORD);
    assertThat(response.getDstBlock().getLength()).isEqualTo((int) CrailConstants.BLOCK_SIZE);
    assertThat(capacity("/d"))
        .isEqualTo(CrailConstants.BLOCK_SIZE + CrailConstants.DIRECTORY_RECORD);
  }

  @Test
  void refusedCreationsChangeNothing() throws Exception {
    addDataNode(1, 0, 4);
    create("/d", CrailNodeType.DIRECTORY);
    create("/d/a", CrailNodeType.DATAFILE);
    fillRecords();
    // The file would get the last block, and its record none.
    assertThat(freeBlocks(1)).isEqualTo(1);
    assertThat(create("/d/c", CrailNodeType.DATAFILE)).isEqualTo(RpcErrors.ERR_NO_FREE_BLOCKS);
    assertThat(find("/d/c")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(freeBlocks(1)).isEqualTo(1);
    assertThat(capacity("/d")).isEqualTo(CrailConstants.BLOCK_SIZE);

    create("/last", CrailNodeType.DATAFILE);
    assertThat(create("/e", CrailNodeType.DIRECTORY)).isEqualTo(RpcErrors.ERR_NO_FREE_BLOCKS);
    assertThat(find("/e")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(capacity("/")).isEqualTo(2L * CrailConstants.DIRECTORY_RECORD);
  }

  @Test
  void nodesStayInTheTree() throws Exception {
    addDataNode(1, 0, 20);
    create("/d", CrailNodeType.DIRECTORY);
    create("/d/e", CrailNodeType.DIRECTORY);
    create("/file", CrailNodeType.DATAFILE);
    assertThat(rename("/d", "/d")).isEqualTo(RpcErrors.ERR_DST_PARENT_NOT_FOUND);
    assertThat(rename("/d", "/d/e")).isEqualTo(RpcErrors.ERR_DST_PARENT_NOT_FOUND);
    assertThat(rename("/d", "/d/e/f")).isEqualTo(RpcErrors.ERR_DST_PARENT_NOT_FOUND);
    assertThat(rename("/d", "/file/d")).isEqualTo(RpcErrors.ERR_PARENT_NOT_DIR);
    assertThat(rename("/d", "/")).isEqualTo(RpcErrors.ERR_FILE_EXISTS);
    assertThat(rename("/", "/d/root")).isEqualTo(RpcErrors.ERR_SRC_FILE_NOT_FOUND);
    assertThat(remove("/")).isEqualTo(RpcErrors.ERR_GET_FILE_FAILED);
    assertThat(create("/", CrailNodeType.DIRECTORY)).isEqualTo(RpcErrors.ERR_FILE_EXISTS);
    assertThat(find("/d/e")).isEqualTo(RpcErrors.ERR_OK);
    // Into a directory that exists, under the name of that directory, as Crail does.
    create("/g", CrailNodeType.DIRECTORY);
    assertThat(rename("/d", "/g")).isEqualTo(RpcErrors.ERR_OK);
    assertThat(find("/g/g/e")).isEqualTo(RpcErrors.ERR_OK);
  }

  @Test
  void onlyTheHolderOfTheTokenChangesAFile() throws Exception {
    addDataNode(1, 0, 20);
    RpcResponseMessage.CreateFileRes response = new RpcResponseMessage.CreateFileRes();
    create("/f", CrailNodeType.DATAFILE, 0, response);
    FileInfo file = response.getFile();
    long token = file.getToken();
    int[] port = new int[1];
    assertThat(close(file, token - 1)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(block(file, token, CrailConstants.BLOCK_SIZE, port)).isEqualTo(RpcErrors.ERR_OK);
    assertThat(close(file, token)).isEqualTo(RpcErrors.ERR_OK);
    long past = 2 * CrailConstants.BLOCK_SIZE;
    assertThat(block(file, token, past, port)).isEqualTo(RpcErrors.ERR_TOKEN_MISMATCH);
    // The token of a closed file is 0, and so is that of a reader.
    assertThat(block(file, 0, past, port)).isEqualTo(RpcErrors.ERR_CAPACITY_EXCEEDED);
    assertThat(block(file, 0, Long.MAX_VALUE, port)).isEqualTo(RpcErrors.ERR_POSITION_NEGATIV);
    assertThat(freeBlocks(1)).isEqualTo(17);
  }

  @Test
  void racingClientsLoseNeitherNodesNorBlocks() throws Exception {
    int blocks = 40;
    addDataNode(1, 0, blocks);
    create("/d", CrailNodeType.DIRECTORY);
    int threads = 4;
    int names = 60;
    AtomicLong created = new AtomicLong();
    AtomicLong removed = new AtomicLong();
    AtomicLongArray winners = new AtomicLongArray(names);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int client = t;
        clients.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < names; i++) {
                    String own = "/d/" + client + "-" + i;
                    if (create(own, CrailNodeType.DATAFILE) == RpcErrors.ERR_OK) {
                      created.incrementAndGet();
                      if (rename(own, "/d/shared-" + i) == RpcErrors.ERR_OK) {
                        winners.incrementAndGet(i);
                      } else if (remove(own) == RpcErrors.ERR_OK) {
                        removed.incrementAndGet();
                      }
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    } finally {
      executor.shutdown();
    }
    long published = 0;
    for (int i = 0; i < names; i++) {
      assertThat(winners.get(i)).isLessThanOrEqualTo(1);
      assertThat(find("/d/shared-" + i) == RpcErrors.ERR_OK).isEqualTo(winners.get(i) == 1);
      published += winners.get(i);
    }
    assertThat(published).isPositive();
    assertThat(created.get()).isEqualTo(published + removed.get());
    clock.addAndGet(TimeUnit.SECONDS.toNanos(CrailConstants.TOKEN_EXPIRATION));
    // One block for /d and one for the records of the root.
    assertThat(freeBlocks(1)).isEqualTo((int) (blocks - 2 - published));
  }
}
