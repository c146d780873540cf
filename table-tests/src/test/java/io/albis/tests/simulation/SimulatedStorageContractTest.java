// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.Storage;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** Without faults, simulated storages keep the contract. */
class SimulatedStorageContractTest {

  private abstract static class Contract extends StorageContractTest {
    private final URI uri;

    Contract(Semantics semantics) {
      uri = SimulatedStorageProvider.add(new SimulatedStore(semantics, System::currentTimeMillis));
    }

    @Override
    protected Storage openEmpty() throws IOException {
      return Storage.open(uri, Map.of());
    }

    @AfterEach
    void remove() {
      SimulatedStorageProvider.remove(uri);
    }
  }

  @Nested
  class Local extends Contract {
    Local() {
      super(Semantics.LOCAL);
    }
  }

  @Nested
  class Hdfs extends Contract {
    Hdfs() {
      super(Semantics.HDFS);
    }
  }

  @Nested
  class Objects extends Contract {
    Objects() {
      super(Semantics.OBJECTS);
    }
  }
}
