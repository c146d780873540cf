// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestBounds;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Schema;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/** Reads, combines and writes whole manifests. */
public final class Manifests {

  /** How often the name of a new manifest may be taken. */
  private static final int MAX_NAMES = 100;

  private Manifests() {}

  /**
   * A manifest with all its sections.
   *
   * @param ref how a snapshot refers to it
   * @param footer of the manifest
   * @param sections of all column groups
   */
  public record Content(ManifestRef ref, ManifestFile footer, List<ColumnGroupSection> sections) {

    /** Adds all row groups and extents to another manifest. */
    public void addTo(ManifestBuilder manifest) {
      manifest.addManifest(footer, ref.rowGroupBase(), sections);
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws AlbisIOException if it cannot be read
   */
  public static Content read(Storage storage, ManifestRef ref, UUID tableId) {
    return decode(bytes(storage, ref.path()), ref, tableId);
  }

  /**
   * Decodes a manifest.
   *
   * @param bytes the whole file
   * @throws io.albis.format.error.CorruptFileException if it is not what the format and the
   *     reference require
   */
  public static Content decode(byte[] bytes, ManifestRef ref, UUID tableId) {
    FileEnd file = FileEnd.whole(ref.path(), bytes);
    ManifestFile manifest = ManifestFile.decode(file, ref, tableId);
    Sections sections = manifest.sections();
    List<ColumnGroupSection> decoded = new ArrayList<>();
    for (int i = sections.first(SectionKind.EXTENTS); i < sections.end(SectionKind.EXTENTS); i++) {
      decoded.add(manifest.section(i, file.copy(sections.offset(i), sections.length(i))));
    }
    return new Content(ref, manifest, decoded);
  }

  /**
   * Writes a manifest and makes it durable.
   *
   * @param names ids for the name of the file; another one is taken while the file exists
   * @return its path
   * @throws AlbisIOException if it cannot be written
   */
  public static String write(
      Storage storage, ManifestBuilder.Manifest manifest, Supplier<UUID> names) {
    return write(storage::createFile, manifest, names);
  }

  /** Like {@link #write}, where other processes may write under the same name at the same time. */
  public static String writeAtomically(
      Storage storage, ManifestBuilder.Manifest manifest, Supplier<UUID> names) {
    return write(storage::createFileAtomically, manifest, names);
  }

  /**
   * All bytes of a file.
   *
   * @throws AlbisIOException if it cannot be read
   */
  static byte[] bytes(Storage storage, String path) {
    try (ReadableFile file = storage.openFile(path)) {
      return file.readBytes(0, Math.toIntExact(file.length()));
    } catch (IOException e) {
      throw new AlbisIOException("Failed to read " + path + ": " + e.getMessage(), e);
    }
  }

  private interface Creation {
    WritableFile of(String path) throws IOException;
  }

  private static String write(
      Creation creation, ManifestBuilder.Manifest manifest, Supplier<UUID> names) {
    for (int attempt = 1; ; attempt++) {
      String path = TablePaths.manifest(names.get());
      try (WritableFile file = creation.of(path)) {
        file.write(manifest.end().bytes());
        file.finish();
        return path;
      } catch (FileAlreadyExistsException e) {
        if (attempt == MAX_NAMES) {
          throw failed(path, e);
        }
      } catch (IOException e) {
        throw failed(path, e);
      }
    }
  }

  private static AlbisIOException failed(String path, IOException cause) {
    return new AlbisIOException("Failed to write " + path + ": " + cause.getMessage(), cause);
  }

  /**
   * How a snapshot refers to a manifest, with bounds of its rows.
   *
   * @param snapshot which has the schema, column groups, partition specs and sort orders
   */
  public static ManifestRef.Builder ref(
      ManifestBuilder.Manifest manifest, String path, Snapshot snapshot) {
    ManifestRef.Builder ref = manifest.ref(path);
    if (snapshot.partitionSpecs().isEmpty() && snapshot.sortOrders().isEmpty()) {
      return ref;
    }
    Schema schema = snapshot.schema().schema();
    Set<Integer> leafIds = new TreeSet<>();
    snapshot.partitionSpecs().stream()
        .flatMap(spec -> spec.fields().stream())
        .forEach(field -> leafIds.add(field.sourceId()));
    snapshot.sortOrders().stream()
        .flatMap(order -> order.fields().stream())
        .forEach(field -> leafIds.add(field.leafId()));
    leafIds.removeIf(id -> !schema.hasLeaf(id));
    ManifestBounds bounds =
        new ManifestBounds(
            manifest.rowGroups(), manifest::section, schema, snapshot.columnGroups());
    return ref.bounds(bounds.statistics(leafIds))
        .partitionBounds(bounds.partitions(snapshot.partitionSpecs()));
  }
}
