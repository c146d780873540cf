// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SerializedSchemaTest {

  private static SerializedSchema decode(Schema schema) {
    return decode(SerializedSchema.of(schema).toProto().toByteString());
  }

  private static SerializedSchema decode(ByteString bytes) {
    Check check = new Check("f", 7);
    return SerializedSchema.decode(
        check.parse(MetadataProtos.Schema.parser(), bytes, "schema"), check);
  }

  private static Schema wide(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.nullable("column" + i, Type.int32()));
    }
    return Schema.of(fields).withAssignedIds();
  }

  @Test
  void roundTripKeepsEverything() {
    Schema schema =
        Schema.of(
                Field.required("a.b ä", Type.decimal(9, 2))
                    .withInitialDefault(0)
                    .withWriteDefault(new BigDecimal("0.01"))
                    .withDoc("doc")
                    .withMetadata(Map.of("k", "v", "j", "w")),
                Field.nullable("c", Type.string())
                    .withInitialDefault("")
                    .withExtension(new Extension("varchar", Map.of("length", "20"))),
                Field.nullable(
                    "n", Type.parse("struct<x: list<map<uuid, time(nanos)>>, y: int8 required>")))
            .withAssignedIds();
    assertThat(decode(schema).schema()).isEqualTo(schema);
    assertThat(decode(schema)).isEqualTo(SerializedSchema.of(schema));
    assertThat(decode(Schema.of()).schema()).isEqualTo(Schema.of());
  }

  @Test
  void parsesOnlyWhatIsAskedFor() {
    Schema schema = wide(14_000);
    Snapshot snapshot =
        Snapshot.builder().tableId(Examples.TABLE_ID).id(1).schema(schema).nextId(14_001).build();
    byte[] file = SnapshotFile.encode(snapshot);
    Snapshot decoded = SnapshotFile.decode(FileEnd.whole("f", file), 1).snapshot();
    assertThat(decoded.schema().parsedFieldCount()).isZero();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      names.add("column" + (13_999 - 1_400 * i));
    }
    Schema selected = decoded.schema().select(names);
    assertThat(selected.fields()).hasSize(10).allMatch(schema.fields()::contains);
    assertThat(selected.fields().get(0).name()).as("schema order").isEqualTo("column1399");
    for (Field field : selected.fields()) {
      assertThat(decoded.columnGroups().candidateIds(field.id())).containsExactly(field.id());
    }
    assertThat(decoded.schema().parsedFieldCount()).isEqualTo(10);
    assertThat(decoded.schema().find("column14000")).isEmpty();
    assertThat(decoded.schema().parsedFieldCount()).isEqualTo(10);
    assertThat(decoded.schema().schema()).isEqualTo(schema);
  }

  @Test
  void findsPathsAndNamesUnknownColumns() {
    Schema schema =
        Schema.of(
                Field.nullable("a.b", Type.int8()),
                Field.nullable("a", Type.parse("struct<c: int8, `d.e`: list<int16>>")))
            .withAssignedIds();
    SerializedSchema serialized = decode(schema);
    for (String path : schema.paths()) {
      assertThat(serialized.find(path)).as(path).isEqualTo(schema.find(path)).isPresent();
    }
    assertThat(serialized.find("a.b")).contains(schema.fields().get(0));
    assertThat(serialized.find("a.x")).isEmpty();
    assertThat(serialized.select(List.of("a.c")).fields()).containsExactly(schema.fields().get(1));
    assertThatThrownBy(() -> serialized.select(List.of("a.d")))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Unknown column: a.d");
  }

  /** Two names of the same CRC32C, found by trying. */
  private static List<String> collidingNames() {
    Map<Integer, String> seen = new HashMap<>();
    for (int i = 0; ; i++) {
      String name = "name" + Integer.toString(i * 7919, 36);
      byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
      String other = seen.putIfAbsent(Framing.crc(utf8, 0, utf8.length), name);
      if (other != null && !other.equals(name)) {
        return List.of(other, name);
      }
    }
  }

  @Test
  void namesOfTheSameHashAreToldApart() {
    List<String> names = collidingNames();
    Schema schema =
        Schema.of(
                Field.nullable(names.get(0), Type.int8()),
                Field.nullable("other", Type.int8()),
                Field.nullable(names.get(1), Type.int16()))
            .withAssignedIds();
    SerializedSchema serialized = decode(schema);
    assertThat(serialized.toProto().getNameHashes().substring(0, 4))
        .isEqualTo(serialized.toProto().getNameHashes().substring(8));
    assertThat(serialized.ordinal(names.get(1))).isEqualTo(2);
    assertThat(serialized.ordinal(names.get(0))).isZero();
    assertThat(serialized.parsedFieldCount()).isEqualTo(2);
    assertThat(serialized.schema()).isEqualTo(schema);
    SerializedSchema only = decode(Schema.of(schema.fields().get(0)));
    assertThat(only.find(names.get(1))).isEmpty();
  }

  private static void assertRejected(
      UnaryOperator<MetadataProtos.Schema.Builder> change, String message) {
    MetadataProtos.Schema.Builder good = SerializedSchema.of(wide(3)).toProto().toBuilder();
    ByteString bytes = change.apply(good).build().toByteString();
    assertThatThrownBy(() -> decode(bytes).find("column2"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageStartingWith("Corrupt file f at offset 7: invalid " + message);
  }

  @Test
  void rejectsWhatItTouches() {
    ByteString ends = SerializedSchema.of(wide(3)).toProto().getEnds();
    int end1 = ends.byteAt(4);
    assertRejected(s -> s.setEnds(ends.substring(1)), "bytes of ends of fields");
    assertRejected(s -> s.setEnds(ends.concat(ints(100))), "bytes of hashes of field names");
    assertRejected(s -> s.clearNameHashes(), "bytes of hashes of field names");
    assertRejected(s -> s.clearFields(), "end of the last field (expected 0, found");
    assertRejected(s -> s.setEnds(ends.substring(0, 8).concat(ints(-1))), "end of the last field");
    assertRejected(s -> s.setEnds(withEnd1(ends, 1000)), "end of field 2 (expected from 1000");
    assertRejected(s -> s.setEnds(withEnd1(ends, -1)), "end of field 2 (expected from 4294967295");
    assertRejected(s -> s.setEnds(withEnd1(ends, end1 + 1)), "field 2");
    assertRejected(
        s -> {
          ByteString hash = s.getNameHashes().substring(8);
          return s.setNameHashes(hash.concat(s.getNameHashes().substring(4)));
        },
        "hash of the name of field 0");
  }

  private static ByteString withEnd1(ByteString ends, int end) {
    return ends.substring(0, 4).concat(ints(end)).concat(ends.substring(8));
  }

  private static ByteString ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return ByteString.copyFrom(bytes);
  }

  private static SerializedSchema with(MetadataProtos.Field... fields) {
    MetadataProtos.Schema.Builder schema = MetadataProtos.Schema.newBuilder();
    ByteString all = ByteString.EMPTY;
    for (MetadataProtos.Field field : fields) {
      all = all.concat(field.toByteString());
      byte[] utf8 = field.getName().getBytes(StandardCharsets.UTF_8);
      schema.setNameHashes(schema.getNameHashes().concat(ints(Framing.crc(utf8, 0, utf8.length))));
      schema.setEnds(schema.getEnds().concat(ints(all.size())));
    }
    return decode(schema.setFields(all).build().toByteString());
  }

  private static void assertFieldRejected(MetadataProtos.Field.Builder field, String message) {
    assertThatThrownBy(() -> with(field.build()).field(0))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid field 0 (expected a valid one, found " + message);
  }

  private static MetadataProtos.Field.Builder field() {
    return SchemaProtos.toProto(Field.nullable("x", Type.int32()).withId(1)).toBuilder();
  }

  @Test
  void rejectsInvalidFields() {
    assertFieldRejected(field().setId(0), "Invalid field id: 0");
    assertFieldRejected(field().setName(""), "Invalid column name: it is empty");
    assertFieldRejected(field().setName("a\nb"), "Invalid column name");
    assertFieldRejected(field().clearType(), "Invalid type: unknown kind 0");
    MetadataProtos.Field.Builder unknown = field();
    unknown.getTypeBuilder().setKindValue(99);
    assertFieldRejected(unknown, "Invalid type: unknown kind 99");
    MetadataProtos.Field.Builder parameter = field();
    parameter.getTypeBuilder().setPrecision(3);
    assertFieldRejected(parameter, "Invalid type int32: it has parameters");
    assertFieldRejected(
        field().setHasInitialDefault(true), "Invalid default of x: 0 bytes (expected 4");
    assertFieldRejected(
        field().setWriteDefault(ByteString.copyFrom(new byte[4])),
        "Invalid default of x: given but not declared");
    assertFieldRejected(
        field().setExtension(MetadataProtos.Extension.newBuilder()), "Invalid column name");
  }

  @Test
  void uniquenessIsCheckedByWhoNeedsAllFields() {
    MetadataProtos.Field a = field().build();
    MetadataProtos.Field sameId = field().setName("y").build();
    assertThat(with(a, sameId).find("y")).isPresent();
    assertThatThrownBy(() -> with(a, sameId).schema())
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("field id 1 is used twice");
    MetadataProtos.Field sameName = field().setId(2).build();
    assertThatThrownBy(() -> with(a, sameName).find("x"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid name of field 1");
  }

  private static Type lists(int depth) {
    Type type = Type.int8();
    for (int i = 1; i < depth; i++) {
      type = Type.list(Field.required("element", type).withId(100 + i));
    }
    return type;
  }

  /** All messages with types nest less deep than parsers accept by default, which is 100. */
  @Test
  void typesOfTheGreatestDepthAreReadByCommonParsers() throws Exception {
    Schema schema = Schema.of(Field.required("x", lists(40)).withId(1));
    assertThat(decode(schema).schema()).isEqualTo(schema);
    StoredLayout layout =
        StoredLayout.of(io.albis.format.internal.layout.Layout.COLUMN, schema.leaves());
    byte[] section =
        MetadataProtos.ColumnGroupSection.newBuilder()
            .addLayouts(layout.toProto())
            .build()
            .toByteArray();
    MetadataProtos.ColumnGroupSection parsed = MetadataProtos.ColumnGroupSection.parseFrom(section);
    assertThat(parsed.getLayouts(0)).isEqualTo(layout.toProto());
    byte[] footer =
        DataFileFooter.builder()
            .fileId(Examples.FILE_ID)
            .schema(SerializedSchema.of(schema), ColumnGroups.implicit())
            .rowGroups(RowGroups.builder().build())
            .encode(64, List.of())
            .bytes();
    FileEnd file = FileEnd.of("f", 64 + footer.length, footer);
    MetadataProtos.DataFileFooter message =
        MetadataProtos.DataFileFooter.parseFrom(Framing.footer(file, FileKind.DATA, -1).message());
    MetadataProtos.Field field = MetadataProtos.Field.parseFrom(message.getSchema().getFields());
    assertThat(field).isEqualTo(SchemaProtos.toProto(schema.fields().get(0)));
  }

  @Test
  void fieldsThatAreFoundByPathsAreChecked() {
    MetadataProtos.Field good =
        SchemaProtos.toProto(
            Schema.of(Field.required("x", Type.parse("struct<y: int8, z: int8>")))
                .withAssignedIds()
                .fields()
                .get(0));
    MetadataProtos.Type twice =
        good.getType().toBuilder()
            .setChildren(0, good.getType().getChildren(0).toBuilder().setId(4))
            .setChildren(1, good.getType().getChildren(1).toBuilder().setId(4))
            .build();
    SerializedSchema schema = with(good.toBuilder().setType(twice).build());
    assertThatThrownBy(() -> schema.find("x.y"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("field id 4 is used twice");
    assertThatThrownBy(() -> schema.select(List.of("x.y")))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("field id 4 is used twice");
  }

  @Test
  void deeperTypesAreRejected() {
    MetadataProtos.Field deep = SchemaProtos.toProto(Field.required("x", lists(41)).withId(1));
    assertThatThrownBy(() -> with(deep).field(0))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("nested deeper than 40 levels");
    MetadataProtos.Field veryDeep = SchemaProtos.toProto(Field.required("x", lists(200)).withId(1));
    assertThatThrownBy(() -> with(veryDeep).field(0))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("too many levels of nesting");
  }
}
