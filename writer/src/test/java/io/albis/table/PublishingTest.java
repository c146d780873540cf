// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.LateStorage;
import io.albis.writer.LateStorage.Fault;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits whose publish request fails without a definite outcome. */
class PublishingTest {

  @TempDir Path directory;
  private String uri;
  private Storage storage;
  private SnapshotFile base;

  @BeforeEach
  void createTable() throws IOException {
    uri = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer =
        TableWriter.create(uri, Schema.of(Field.required("id", Type.int32()))).open()) {
      writer.commit();
    }
    storage = Storage.open(uri, Map.of());
    base = new TableSnapshots(storage).require();
  }

  @AfterEach
  void close() throws IOException {
    storage.close();
  }

  private static Snapshot change(Snapshot parent) {
    return parent.toBuilder().operation("ours").build();
  }

  private NewManifests none() {
    return new NewManifests(storage, new NewFiles(storage), Optional.empty());
  }

  private Snapshot publish(
      LateStorage late, Commit.OnConflict onConflict, WriteEnvironment.Pause pause) {
    return new Commit(late.storage(), WriteEnvironment.system().withPause(pause))
        .publish(none(), base, onConflict, PublishingTest::change);
  }

  private void publishByAnother() {
    new Commit(storage, WriteEnvironment.system())
        .publish(
            none(),
            base,
            Commit.OnConflict.REBASE,
            below -> below.toBuilder().operation("theirs").build());
  }

  private Snapshot latest() {
    return new TableSnapshots(storage).require().snapshot();
  }

  @Test
  void lateRequestsAreDetected() {
    LateStorage late = new LateStorage(storage, Fault.LATE, Fault.LATE);
    Snapshot published =
        publish(
            late,
            Commit.OnConflict.FAIL,
            millis -> {
              if (late.attempts() == 2) {
                arrive(late);
              }
            });
    assertThat(published.id()).isEqualTo(2);
    assertThat(latest()).isEqualTo(published);
    assertThat(late.attempts()).isEqualTo(3);
  }

  private void arrive(LateStorage late) {
    try {
      late.arrive(storage);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void anotherAttemptGivesADefiniteOutcome() throws IOException {
    LateStorage late = new LateStorage(storage, Fault.LATE, Fault.NONE);
    Snapshot published = publish(late, Commit.OnConflict.FAIL, millis -> {});
    assertThat(latest()).isEqualTo(published);
    assertThatThrownBy(() -> late.arrive(storage))
        .isInstanceOf(java.nio.file.FileAlreadyExistsException.class);
  }

  @Test
  void lostResponsesAreNoFailures() {
    for (Fault fault : new Fault[] {Fault.LOST_RESPONSE, Fault.OWN_FILE_EXISTS}) {
      base = new TableSnapshots(storage).require();
      LateStorage late = new LateStorage(storage, fault);
      Snapshot published = publish(late, Commit.OnConflict.FAIL, millis -> {});
      assertThat(latest()).isEqualTo(published);
      assertThat(late.attempts()).isEqualTo(1);
    }
  }

  @Test
  void idsOfAnotherWriterAreDetected() {
    LateStorage late = new LateStorage(storage, Fault.LATE, Fault.LATE, Fault.NONE);
    Snapshot published =
        publish(
            late,
            Commit.OnConflict.REBASE,
            millis -> {
              if (late.attempts() == 1) {
                publishByAnother();
              }
            });
    assertThat(published.id()).isEqualTo(3);
    assertThat(published.operation()).isEqualTo("ours");
    LateStorage second = new LateStorage(storage, Fault.LATE);
    assertThatThrownBy(() -> publish(second, Commit.OnConflict.FAIL, millis -> {}))
        .isInstanceOf(CommitConflictException.class);
  }

  @Test
  void absentFilesDoNotProveFailure() throws IOException {
    LateStorage late = new LateStorage(storage);
    assertThatThrownBy(() -> publish(late, Commit.OnConflict.FAIL, millis -> {}))
        .isInstanceOf(CommitStateUnknownException.class)
        .hasMessageContaining("in 6 attempts, and it is unknown whether it will appear")
        .hasMessageContaining("timeout");
    assertThat(late.attempts()).isEqualTo(6);
    assertThat(latest().id()).isEqualTo(1);
    late.arrive(storage);
    assertThat(latest().id()).isEqualTo(2);
  }

  @Test
  void interruptsStopRetrying() {
    LateStorage late = new LateStorage(storage);
    assertThatThrownBy(
            () ->
                publish(
                    late,
                    Commit.OnConflict.FAIL,
                    millis -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(CommitStateUnknownException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(late.attempts()).isEqualTo(1);
  }

  @Test
  void requestsWithoutEffectFailUnlessAnotherIsPending() {
    LateStorage refused = new LateStorage(storage, Fault.NOT_PUBLISHED);
    assertThatThrownBy(() -> publish(refused, Commit.OnConflict.FAIL, millis -> {}))
        .isInstanceOf(AlbisIOException.class)
        .hasMessageEndingWith("; the table is unchanged: no space");
    assertThat(refused.attempts()).isEqualTo(1);
    LateStorage late = new LateStorage(storage, Fault.LATE, Fault.NOT_PUBLISHED);
    assertThatThrownBy(() -> publish(late, Commit.OnConflict.FAIL, millis -> {}))
        .isInstanceOf(CommitStateUnknownException.class);
  }
}
