// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract on an object store, through Hadoop's s3a. */
final class S3ContractTest extends StorageContractTest {
  @RegisterExtension static final S3Server server = new S3Server();

  @Override
  protected Storage openEmpty() throws IOException {
    return server.open();
  }
}
