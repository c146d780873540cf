// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The names of the manifests of a distributed write. They are derived from the write, so that a
 * snapshot shows whether it contains the write. None is used twice: requests of a commit that has
 * failed may take effect later. Guarded by the write.
 */
final class ManifestNames implements Supplier<UUID> {

  /** The number of manifests that commits may write before one is published. */
  private static final int COUNT = 1000;

  /** How many manifests of an attempt to merge have such names; there may be thousands. */
  private static final int OF_ATTEMPT = 2;

  private final WriteTask task;
  private int used;

  ManifestNames(WriteTask task) {
    this.task = task;
  }

  /** Whether there was a commit before. */
  boolean areUsed() {
    return used > 0;
  }

  @Override
  public UUID get() {
    return id(used++);
  }

  private UUID id(int number) {
    String name = task.writeId() + "/" + number;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Names for the manifests that a merge writes again. For one commit. */
  final class OfMerge implements Supplier<UUID> {

    private int left;

    /** The first manifests of each attempt get names that are derived from the write. */
    void startAttempt() {
      left = OF_ATTEMPT;
    }

    @Override
    public UUID get() {
      return left-- > 0 ? ManifestNames.this.get() : task.target().environment().uuid();
    }
  }

  /**
   * Whether another commit of this write was published, or may have been.
   *
   * <p>There may be one if this is not the first commit here, or another one has taken a name. The
   * manifest that shows so is only removed after the snapshots that had it have expired.
   *
   * @param isRepeated whether there was a commit here before
   */
  boolean mayBeCommitted(Storage storage, Snapshot parent, boolean isRepeated) {
    try {
      boolean hasOthers =
          isRepeated
              || used > 1
              || parent.expiredBefore() > task.baseId() + 1
              || storage.exists(TablePaths.manifest(id(used)));
      return hasOthers && mayBeIn(storage, parent.id());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to look for earlier commits of " + task, e);
    }
  }

  /**
   * Whether a snapshot since the write was planned has its rows. It is not enough to look at the
   * latest one: later commits merge manifests. Snapshots that have expired may have had them.
   */
  boolean mayBeIn(Storage storage, long latestId) throws IOException {
    Set<String> names =
        IntStream.range(0, COUNT)
            .mapToObj(number -> TablePaths.manifest(id(number)))
            .collect(Collectors.toUnmodifiableSet());
    for (long id = latestId; id > task.baseId(); id--) {
      if (!storage.exists(TablePaths.snapshot(id))) {
        return true;
      }
      Snapshot snapshot = new TableSnapshots(storage).base(id).snapshot();
      if (snapshot.manifests().stream().anyMatch(ref -> names.contains(ref.path()))) {
        return true;
      }
    }
    return false;
  }
}
