// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The footer of a data file (SPEC.md, section 9), which makes it readable without a table. {@link
 * #asSnapshot} and {@link #asManifest} show it as a table of one file. Immutable and thread-safe.
 */
public final class DataFileFooter {

  private final String file;
  private final long fileLength;
  private final FileTail tail;
  private final MetadataProtos.DataFileFooter message;
  private final SerializedSchema schema;
  private final ColumnGroups columnGroups;
  private final RowGroups rowGroups;
  private final Sections sections;
  private final List<PartitionSpec> partitionSpecs;
  private final List<SortOrder> sortOrders;

  private DataFileFooter(
      FileEnd end, FileTail tail, MetadataProtos.DataFileFooter message, Check check) {
    this.file = end.file();
    this.fileLength = end.fileLength();
    this.tail = tail;
    this.message = message;
    this.sections = Sections.decode(message.getSections(), tail.footerOffset(), check);
    this.schema = SerializedSchema.decode(message.getSchema(), check);
    this.columnGroups =
        check.schema(
            "column groups",
            () -> ColumnGroupProtos.fromProto(message.getColumnGroupsList(), List.of()));
    this.rowGroups = RowGroups.decode(message.getRowGroups(), check);
    check.equal("row count", rowGroups.totalRows(), message.getRowCount());
    check.equal("number of row group indexes", 0, message.getRowGroups().getIndexesCount());
    this.partitionSpecs =
        check.schema(
            "partition specs", () -> PartitionProtos.specs(message.getPartitionSpecsList()));
    this.sortOrders =
        check.schema("sort orders", () -> PartitionProtos.orders(message.getSortOrdersList()));
    check.notNegative("next id", message.getNextId());
  }

  /**
   * Decodes and checks the footer of a file that nothing refers to.
   *
   * @param end at least the last {@code FileTail.endLength()} bytes of the file
   * @throws CorruptFileException if the file is not what the format requires
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a newer version
   */
  public static DataFileFooter decode(FileEnd end) {
    return decode(end, -1);
  }

  /**
   * Decodes and checks the footer of a data file of a table.
   *
   * @param end at least the last {@code ref.footerLength + 64} bytes of the file
   * @param ref how the manifest refers to it
   * @throws CorruptFileException if the file is not what the format and the reference require
   * @throws io.albis.format.error.UnsupportedVersionException if it is of a newer version
   */
  public static DataFileFooter decode(FileEnd end, DataFileRef ref) {
    DataFileFooter footer = decode(end, ref.footerLength());
    footer.tail.requireId(end.file(), ref.fileId());
    new Check(end.file(), footer.tail.footerOffset())
        .equal("length of the file", ref.length(), end.fileLength());
    return footer;
  }

  private static DataFileFooter decode(FileEnd end, int footerLength) {
    Framing.Footer footer = Framing.footer(end, FileKind.DATA, footerLength);
    Check check = new Check(end.file(), footer.tail().footerOffset());
    MetadataProtos.DataFileFooter message =
        check.parse(MetadataProtos.DataFileFooter.parser(), footer.message(), "footer");
    check.id("file id", message.getFileId());
    footer.tail().requireId(end.file(), Ids.of(message.getFileId()));
    return new DataFileFooter(end, footer.tail(), message, check);
  }

  /** Path, for messages. */
  public String file() {
    return file;
  }

  /** The tail of the file. */
  public FileTail tail() {
    return tail;
  }

  /** Id of the file, by which manifests refer to it. */
  public UUID fileId() {
    return tail.id();
  }

  /** The fields that have a leaf in the file. */
  public SerializedSchema schema() {
    return schema;
  }

  /** The column groups of the file. */
  public ColumnGroups columnGroups() {
    return columnGroups;
  }

  /** The row groups. */
  public RowGroups rowGroups() {
    return rowGroups;
  }

  /** Where the sections lie. */
  public Sections sections() {
    return sections;
  }

  /** The partition specs that row groups refer to. */
  public List<PartitionSpec> partitionSpecs() {
    return partitionSpecs;
  }

  /** The sort orders that row groups refer to. */
  public List<SortOrder> sortOrders() {
    return sortOrders;
  }

  /** Properties of the file. */
  public Map<String, String> properties() {
    return message.getPropertiesMap();
  }

  /** The software that wrote it. */
  public String createdBy() {
    return message.getCreatedBy();
  }

  /** Greater than every id of a field, column group and partition field. */
  public int nextId() {
    return message.getNextId();
  }

  /**
   * Statistics of the file, one for each leaf, decoded now.
   *
   * @param section bytes of the section of kind {@link SectionKind#STATISTICS}
   * @throws CorruptFileException if it is not what the format requires
   */
  public List<ColumnStatistics> statistics(byte[] section) {
    int index = sections.find(SectionKind.STATISTICS, 0);
    sections.check(file, index, section);
    return ColumnStatistics.decodeAll(
        section, message.getRowCount(), new Check(file, sections.offset(index)));
  }

  /**
   * How a manifest refers to this file.
   *
   * @param path relative to the table directory
   */
  public DataFileRef ref(String path) {
    return new DataFileRef(path, fileLength, fileId(), tail.footerLength());
  }

  /**
   * The file as the manifest of a table.
   *
   * @param path of the file, by which readers find it
   */
  public ManifestFile asManifest(String path) {
    return new ManifestFile(file, tail, List.of(ref(path)), rowGroups, sections);
  }

  /**
   * The file as the snapshot of a table. Its only manifest is {@link #asManifest}; the id of the
   * table is that of the file, the id of the snapshot 1. The data bytes of the manifest are 0,
   * because only the sections tell them. A file without rows has no manifest.
   *
   * @param path of the file, by which readers find it
   */
  public Snapshot asSnapshot(String path) {
    MetadataProtos.Snapshot.Builder snapshot =
        MetadataProtos.Snapshot.newBuilder()
            .setTableId(message.getFileId())
            .setSnapshotId(1)
            .setSchema(schema.toProto())
            .addAllColumnGroups(message.getColumnGroupsList())
            .setNextId(message.getNextId())
            .setNextRowGroupId(rowGroups.count())
            .setRowCount(message.getRowCount())
            .putAllProperties(message.getPropertiesMap())
            .setCreatedBy(message.getCreatedBy())
            .addAllPartitionSpecs(message.getPartitionSpecsList())
            .addAllSortOrders(message.getSortOrdersList());
    if (rowGroups.count() > 0) {
      snapshot.addManifests(
          MetadataProtos.ManifestRef.newBuilder()
              .setPath(path)
              .setLength(fileLength)
              .setFooterLength(tail.footerLength())
              .setRowGroupCount(rowGroups.count())
              .setRowCount(rowGroups.totalRows())
              .setFileCount(1));
    }
    return new Snapshot(snapshot.build(), schema, columnGroups);
  }

  @Override
  public String toString() {
    return "data file " + file + " of " + rowGroups;
  }

  /** Starts the footer of a file. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the footer of a file. For one thread. */
  public static final class Builder {

    private final MetadataProtos.DataFileFooter.Builder message =
        MetadataProtos.DataFileFooter.newBuilder();
    private UUID fileId;
    private List<ColumnStatistics> statistics;

    private Builder() {}

    /** Sets the id of the file. */
    public Builder fileId(UUID id) {
      this.fileId = id;
      message.setFileId(Ids.toProto(id));
      return this;
    }

    /**
     * Sets schema and column groups.
     *
     * @param schema the fields that have a leaf in the file, see {@link Schema#withLeaves}
     * @param groups of these leaves
     */
    public Builder schema(SerializedSchema schema, ColumnGroups groups) {
      message
          .setSchema(schema.toProto())
          .clearColumnGroups()
          .addAllColumnGroups(ColumnGroupProtos.toProto(groups));
      return this;
    }

    /** Sets the row groups, which have no indexes of their own. */
    public Builder rowGroups(RowGroups rowGroups) {
      message.setRowGroups(rowGroups.toProto()).setRowCount(rowGroups.totalRows());
      return this;
    }

    /** Sets the partition specs and sort orders that row groups refer to. */
    public Builder partitions(List<PartitionSpec> specs, List<SortOrder> orders) {
      message.clearPartitionSpecs().clearSortOrders();
      specs.forEach(spec -> message.addPartitionSpecs(PartitionProtos.toProto(spec)));
      orders.forEach(order -> message.addSortOrders(PartitionProtos.toProto(order)));
      return this;
    }

    /** Adds properties, in place of those with the same keys. */
    public Builder putProperties(Map<String, String> properties) {
      message.putAllProperties(new TreeMap<>(properties));
      return this;
    }

    /** Sets the software that writes it. */
    public Builder createdBy(String createdBy) {
      message.setCreatedBy(createdBy);
      return this;
    }

    /** Sets a number greater than every id of a field, column group and partition field. */
    public Builder nextId(int id) {
      message.setNextId(id);
      return this;
    }

    /** Sets the statistics of the file, one for each leaf. */
    public Builder statistics(List<ColumnStatistics> fileStatistics) {
      this.statistics = List.copyOf(fileStatistics);
      return this;
    }

    /**
     * Encodes what follows the extents: padding, sections, footer and tail.
     *
     * @param position number of bytes of the file so far, its head included
     * @param sections of all column groups, in any order
     */
    public EncodedEnd encode(long position, Collection<ColumnGroupSection> sections) {
      List<Framing.Section> all = new ArrayList<>();
      sections.stream()
          .sorted(Comparator.comparingInt(ColumnGroupSection::columnGroupId))
          .map(s -> new Framing.Section(SectionKind.EXTENTS, s.columnGroupId(), s.bytes()))
          .forEach(all::add);
      if (statistics != null) {
        all.add(
            new Framing.Section(SectionKind.STATISTICS, 0, ColumnStatistics.encodeAll(statistics)));
      }
      return Framing.end(
          FileKind.DATA,
          fileId,
          position,
          all,
          directory -> message.setSections(directory.toProto()).build());
    }
  }

  /** The bytes that start every data file. A new array. */
  public static byte[] head() {
    return Framing.head(FileKind.DATA);
  }
}
