// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.table.TableSnapshots;
import io.albis.table.WriteEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit whose outcome is unknown keeps its files. */
class UnknownCommitTest {

  @TempDir Path directory;

  @Test
  void filesAreKeptForASnapshotThatAppearsLater() throws IOException {
    String uri = TestRoot.uri(directory.resolve("t"));
    Schema schema = Schema.of(Field.required("id", Type.int32()));
    LateStorage late = new LateStorage(Storage.open(uri, Map.of()));
    TableTarget target =
        TableTarget.create(schema, ColumnGroupSpec.auto(), Map.of(), WriteEnvironment.system());
    try (TableWriter writer =
        new TableWriter(TableWriter.create(uri, schema), late.storage(), target)) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setInt(0, 7);
        rows.endRow();
      }
      assertThatThrownBy(writer::commit).isInstanceOf(CommitStateUnknownException.class);
    }
    try (Storage storage = Storage.open(uri, Map.of())) {
      late.arrive(storage);
      List<String> files = new StoredFiles(uri).list();
      List<ManifestRef> manifests = new TableSnapshots(storage).require().snapshot().manifests();
      assertThat(manifests).hasSize(1);
      assertThat(files).contains(manifests.get(0).path()).anyMatch(file -> file.endsWith(".albis"));
    }
  }
}
