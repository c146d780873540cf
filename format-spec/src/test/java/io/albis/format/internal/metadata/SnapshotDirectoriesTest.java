// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SnapshotDirectoriesTest {

  private static final String FIRST = TablePaths.SNAPSHOT_DIRECTORY + "/00000000000000000";
  private static final String SECOND = TablePaths.SNAPSHOT_DIRECTORY + "/00000000000000001";

  /** Names by directory. */
  private final Map<String, List<String>> names = new TreeMap<>();

  private final List<String> listed = new ArrayList<>();

  private final SnapshotDirectories snapshots = new SnapshotDirectories(this::list);

  private List<String> list(String directory) throws NoSuchFileException {
    listed.add(directory);
    List<String> found = names.get(directory);
    if (found == null) {
      throw new NoSuchFileException(directory);
    }
    return found;
  }

  private void add(String path) {
    int slash = path.lastIndexOf('/');
    String parent = path.substring(0, slash);
    List<String> siblings = names.computeIfAbsent(parent, p -> new ArrayList<>());
    if (!siblings.contains(path.substring(slash + 1))) {
      siblings.add(path.substring(slash + 1));
    }
    if (!parent.equals(TablePaths.SNAPSHOT_DIRECTORY)) {
      add(parent);
    }
  }

  @Test
  void findsTheLatestWithTwoListings() throws IOException {
    for (long id = 5000; id > 0; id--) {
      add(TablePaths.snapshot(id));
    }

    assertThat(snapshots.latest()).isEqualTo(5000);
    assertThat(listed).hasSize(2);
    assertThat(snapshots.all()).hasSize(5000).isSorted().startsWith(1L).endsWith(5000L);
  }

  @Test
  void theLastDirectoryMayBeEmpty() throws IOException {
    add(TablePaths.snapshot(999));
    add(SECOND);
    names.put(SECOND, List.of());

    assertThat(snapshots.latest()).isEqualTo(999);
    assertThat(snapshots.all()).containsExactly(999L);
    assertThat(snapshots.directories()).containsExactly(FIRST, SECOND);
  }

  @Test
  void ignoresOtherNames() throws IOException {
    add(TablePaths.snapshot(7));
    add(FIRST + "/.tmp");
    add(FIRST + "/snapshot-00000000000000001007");
    add(FIRST + "/snapshot-8");
    add(TablePaths.SNAPSHOT_DIRECTORY + "/9");
    add(TablePaths.SNAPSHOT_DIRECTORY + "/99999999999999999x");

    assertThat(snapshots.latest()).isEqualTo(7);
    assertThat(snapshots.all()).containsExactly(7L);
  }

  @Test
  void looksAgainIfEverythingFoundFirstHasExpired() throws IOException {
    add(TablePaths.snapshot(999));
    SnapshotDirectories racing =
        new SnapshotDirectories(
            directory -> {
              if (directory.equals(FIRST)) {
                names.put(FIRST, List.of());
                add(TablePaths.snapshot(1000));
              }
              return List.copyOf(list(directory));
            });

    assertThat(racing.latest()).isEqualTo(1000);
  }

  @Test
  void aDirectoryMayDisappear() throws IOException {
    add(TablePaths.snapshot(1));
    add(TablePaths.snapshot(1000));
    names.remove(SECOND);

    assertThat(snapshots.latest()).isEqualTo(1);
    assertThat(snapshots.all()).containsExactly(1L);
  }

  @Test
  void withoutSnapshots() throws IOException {
    assertThatThrownBy(snapshots::latest).isInstanceOf(NoSuchFileException.class);

    names.put(TablePaths.SNAPSHOT_DIRECTORY, List.of("00000000000000000"));
    names.put(FIRST, List.of());
    assertThat(snapshots.latest()).isZero();
    assertThat(snapshots.all()).isEmpty();
  }
}
