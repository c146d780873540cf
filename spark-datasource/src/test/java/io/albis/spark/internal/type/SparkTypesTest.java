// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparkTypesTest {

  private static final Type VARIANT =
      Type.struct(
          Field.required("metadata", Type.binary()), Field.required("value", Type.binary()));

  /** A type of each kind, and the DDL of Spark's type. */
  private static final Map<TypeKind, Map.Entry<Type, String>> TYPES = new EnumMap<>(TypeKind.class);

  static {
    put(Type.bool(), "boolean");
    put(Type.int8(), "tinyint");
    put(Type.int16(), "smallint");
    put(Type.int32(), "int");
    put(Type.int64(), "bigint");
    put(Type.float32(), "float");
    put(Type.float64(), "double");
    put(Type.decimal(38, 5), "decimal(38,5)");
    put(Type.date(), "date");
    put(Type.time(TimeUnit.MICROS), "time(6)");
    put(Type.timestamp(TimeUnit.MICROS), "timestamp_ntz");
    put(Type.string(), "string");
    put(Type.binary(), "binary");
    put(Type.fixedBinary(3), "binary");
    put(Type.uuid(), "string");
    put(Type.yearMonthInterval(), "interval year to month");
    put(Type.dayTimeInterval(), "interval day to second");
    put(Type.parse("struct<a: int32, b: string required>"), "struct<a: int, b: string not null>");
    put(Type.parse("list<int64>"), "array<bigint>");
    put(Type.parse("map<string, double>"), "map<string, double>");
  }

  private static void put(Type type, String ddl) {
    TYPES.put(type.kind(), Map.entry(type, ddl));
  }

  @ParameterizedTest
  @EnumSource
  void convertsEveryKind(TypeKind kind) {
    Map.Entry<Type, String> pair = TYPES.get(kind);
    assertThat(SparkTypes.toSpark(Field.nullable("c", pair.getKey())))
        .isEqualTo(DataType.fromDDL(pair.getValue()));
  }

  @ParameterizedTest
  @CsvSource({
    "time(millis), time(6)",
    "timestamp(millis), timestamp_ntz",
    "timestamp_with_zone(millis), timestamp",
    "timestamp_with_zone(micros), timestamp",
  })
  void convertsUnits(String type, String ddl) {
    assertThat(SparkTypes.toSpark(Field.nullable("c", Type.parse(type))))
        .isEqualTo(DataType.fromDDL(ddl));
  }

  @ParameterizedTest
  @ValueSource(strings = {"time(nanos)", "timestamp(nanos)", "timestamp_with_zone(nanos)"})
  void refusesNanosecondsUnlessReadAsLongs(String type) {
    Schema schema =
        Schema.of(
            Field.nullable(
                "s", Type.struct(Field.nullable("a.b", Type.parse("list<" + type + ">")))));
    assertThatThrownBy(() -> SparkTypes.toSpark(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot read column s.`a.b`.element in Spark: its type is "
                + type
                + ", and Spark's types are exact to 1 microsecond (the option nanoseconds reads it:"
                + " truncate, or long)");
    assertThat(SparkTypes.toSpark(schema, NanosecondMode.AS_LONG).catalogString())
        .isEqualTo("struct<s:struct<a.b:array<bigint>>>");
    assertThat(SparkTypes.toSpark(schema, NanosecondMode.TRUNCATE))
        .isEqualTo(SparkTypes.toSpark(inMicros(schema)));
  }

  private static Schema inMicros(Schema schema) {
    return Schema.of(
        schema.fields().stream()
            .map(f -> f.withType(Type.parse(f.type().toString().replace("nanos", "micros"))))
            .toList());
  }

  @Test
  void keepsNullabilityOfNestedFields() {
    Schema schema =
        Schema.of(
            Field.required("l", Type.list(Field.required("element", Type.int32()))),
            Field.nullable(
                "m",
                Type.map(
                    Field.required("key", Type.string()), Field.required("value", Type.date()))));
    assertThat(SparkTypes.toSpark(schema))
        .isEqualTo(
            new StructType(
                new StructField[] {
                  DataTypes.createStructField(
                      "l", DataTypes.createArrayType(DataTypes.IntegerType, false), false),
                  DataTypes.createStructField(
                      "m",
                      DataTypes.createMapType(DataTypes.StringType, DataTypes.DateType, false),
                      true)
                }));
  }

  @Test
  void keepsDescriptionsAndMetadata() {
    Field field =
        Field.nullable("c", Type.binary())
            .withDoc("Where it is")
            .withMetadata(Map.of("EXISTS_DEFAULT", "1", "owner", "sales"))
            .withExtension(new Extension("geometry", Map.of("crs", "EPSG:4326")));
    StructField column = SparkTypes.toSpark(Schema.of(field)).fields()[0];
    assertThat(column.dataType()).isEqualTo(DataTypes.BinaryType);
    assertThat(column.getComment().get()).isEqualTo("Where it is");
    assertThat(column.metadata())
        .isEqualTo(
            Metadata.fromJson(
                "{\"albis\":{\"extension\":\"geometry\",\"metadata\":{\"EXISTS_DEFAULT\":\"1\","
                    + "\"owner\":\"sales\"},\"parameters\":{\"crs\":\"EPSG:4326\"}},"
                    + "\"comment\":\"Where it is\"}"));
  }

  @Test
  void marksCharAndVarcharAsSparkDoes() {
    Field code = text("code", "char", Map.of("length", "3"));
    Field name = text("name", "varchar", Map.of("length", "20"));
    Field names =
        Field.nullable("names", Type.list(text("element", "char", Map.of("length", "2"))));
    StructType columns = SparkTypes.toSpark(Schema.of(code, name, names));
    assertThat(columns.catalogString())
        .isEqualTo("struct<code:string,name:string,names:array<string>>");
    assertThat(CharVarcharUtils.getRawSchema(columns).catalogString())
        .isEqualTo("struct<code:char(3),name:varchar(20),names:array<char(2)>>");
    assertThat(SparkTypes.toSpark(code)).isEqualTo(DataTypes.StringType);
  }

  @Test
  void readsAnInvalidLengthAsString() {
    StructType columns = SparkTypes.toSpark(Schema.of(text("c", "char", Map.of("length", "-1"))));
    assertThat(CharVarcharUtils.getRawSchema(columns).catalogString())
        .isEqualTo("struct<c:string>");
  }

  @Test
  void keepsCollations() {
    Field field = text("c", "collation", Map.of("name", "UNICODE_CI", "version", "153.120.0.0"));
    assertThat(SparkTypes.toSpark(field)).isEqualTo(StringType.apply("UNICODE_CI"));
  }

  @Test
  void refusesUnknownCollations() {
    Field field = text("c", "collation", Map.of("name", "klingon"));
    assertThatThrownBy(() -> SparkTypes.toSpark(Schema.of(field)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read column c in Spark: its collation klingon is not one of Spark's")
        .hasCauseInstanceOf(Exception.class);
  }

  @Test
  void readsOtherExtensionsAsTheStoredType() {
    Field field = text("c", "org.example.json", Map.of());
    assertThat(SparkTypes.toSpark(field)).isEqualTo(DataTypes.StringType);
  }

  @Test
  void convertsVariants() {
    Field field = Field.nullable("v", VARIANT).withExtension(Extension.of("variant"));
    assertThat(SparkTypes.toSpark(field)).isEqualTo(DataTypes.VariantType);
  }

  @Test
  void refusesShreddedVariants() {
    List<Field> parts = new ArrayList<>(VARIANT.children());
    parts.add(Field.nullable("typed_value", Type.int64()));
    Field field = Field.nullable("v", Type.struct(parts)).withExtension(Extension.of("variant"));
    assertThatThrownBy(() -> SparkTypes.toSpark(Schema.of(field)))
        .hasMessage(
            "Cannot read column v in Spark: it is a variant with the field typed_value: int64"
                + " (expected only the binary fields metadata and value: shredded variants are not"
                + " supported)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a boolean, b tinyint, c smallint, d int, e bigint not null, f float, g double",
        "a decimal(9,2), b decimal(18,0), c decimal(38,38), d date, e timestamp, f timestamp_ntz",
        "b time(6), c interval year to month, d interval day to second",
        "a string comment 'x', b binary, c string collate UNICODE_CI, d variant not null",
        "a struct<x: array<struct<y: int not null>>, z: map<string, array<variant>>> not null",
        "a char(3), b varchar(9), c array<varchar(4)>",
      })
  void convertsBackAndForth(String ddl) {
    StructType columns = StructType.fromDDL(ddl);
    StructType back = SparkTypes.toSpark(AlbisTypes.toAlbis(columns));
    assertThat(CharVarcharUtils.getRawSchema(back).toDDL()).isEqualTo(columns.toDDL());
  }

  @Test
  void refusesToStoreWhatHasNoCounterpart() {
    StructType columns = StructType.fromDDL("a struct<b: array<interval>>");
    assertThatThrownBy(() -> AlbisTypes.toAlbis(columns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot store column a.b.element in Albis: its type INTERVAL has no counterpart");
    StructType wide = new StructType().add("t", new TimeType(6)).add("n", DataTypes.NullType);
    assertThatThrownBy(() -> AlbisTypes.toAlbis(wide))
        .hasMessage("Cannot store column n in Albis: its type VOID has no counterpart");
  }

  private static Field text(String name, String extension, Map<String, String> parameters) {
    return Field.nullable(name, Type.string()).withExtension(new Extension(extension, parameters));
  }
}
