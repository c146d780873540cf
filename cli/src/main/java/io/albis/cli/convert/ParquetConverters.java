// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.convert.parquet.ListRules;
import io.albis.cli.convert.parquet.SparkCalendar;
import io.albis.format.schema.Field;
import io.albis.writer.row.ValueWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/** Passes values from parquet-java to value writers, without materializing records. */
final class ParquetConverters {

  private ParquetConverters() {}

  /** The target of a converter; set again for each element. */
  static final class Target {
    private ValueWriter writer;

    ValueWriter writer() {
      return writer;
    }

    void set(ValueWriter place) {
      writer = place;
    }
  }

  /**
   * Creates the converter of a field, as mapped by {@link ParquetTypes}.
   *
   * @param calendar of the file
   */
  static Converter of(Type type, Field field, Target target, SparkCalendar calendar) {
    if (type.isRepetition(Type.Repetition.REPEATED)) {
      Field element = field.type().children().get(0);
      return element(type, element, target, calendar);
    }
    return single(type, field, target, calendar);
  }

  private static Converter single(Type type, Field field, Target target, SparkCalendar calendar) {
    if (type.isPrimitive()) {
      return new ParquetValue(type.asPrimitiveType(), field.type(), target, calendar);
    }
    GroupType group = type.asGroupType();
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    if (logical instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return new ListConverter(group, field, target, calendar);
    }
    if (logical != null) {
      return new MapConverter(group, field, target, calendar);
    }
    return new StructConverter(group, field, target, calendar);
  }

  /** Starts a new list element for each value. */
  private static Converter element(Type type, Field element, Target list, SparkCalendar calendar) {
    Target target = new Target();
    if (type.isPrimitive()) {
      return new ParquetValue(type.asPrimitiveType(), element.type(), target, calendar) {
        @Override
        ValueWriter place() {
          return list.writer().element();
        }
      };
    }
    Converter inner = single(type, element, target, calendar);
    return new Wrapper(inner.asGroupConverter()) {
      @Override
      public void start() {
        target.set(list.writer().element());
        super.start();
      }
    };
  }

  /** Delegates to another converter. */
  private static class Wrapper extends GroupConverter {
    private final GroupConverter inner;

    Wrapper(GroupConverter inner) {
      this.inner = inner;
    }

    @Override
    public Converter getConverter(int index) {
      return inner.getConverter(index);
    }

    @Override
    public void start() {
      inner.start();
    }

    @Override
    public void end() {
      inner.end();
    }
  }

  /** A struct; each field has its own target. */
  private static final class StructConverter extends GroupConverter {
    private final Target target;
    private final List<Converter> converters = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<Target> repeated = new ArrayList<>();

    StructConverter(GroupType group, Field field, Target target, SparkCalendar calendar) {
      this.target = target;
      for (int i = 0; i < group.getFieldCount(); i++) {
        Target child = new Target();
        targets.add(child);
        converters.add(of(group.getType(i), field.type().children().get(i), child, calendar));
        if (group.getType(i).isRepetition(Type.Repetition.REPEATED)) {
          repeated.add(child);
        }
      }
    }

    @Override
    public Converter getConverter(int index) {
      return converters.get(index);
    }

    @Override
    public void start() {
      target.writer().beginStruct();
      for (int i = 0; i < targets.size(); i++) {
        targets.get(i).set(target.writer().field(i));
      }
      repeated.forEach(list -> list.writer().beginList());
    }

    @Override
    public void end() {
      repeated.forEach(list -> list.writer().endList());
      target.writer().endStruct();
    }
  }

  /** A three-level or two-level list. */
  private static final class ListConverter extends GroupConverter {
    private final Target target;
    private final Converter child;

    ListConverter(GroupType group, Field field, Target target, SparkCalendar calendar) {
      this.target = target;
      Field element = field.type().children().get(0);
      if (ListRules.isElement(group)) {
        this.child = element(group.getType(0), element, target, calendar);
      } else {
        this.child = new Middle(group.getType(0).asGroupType(), element, target, calendar);
      }
    }

    @Override
    public Converter getConverter(int index) {
      return child;
    }

    @Override
    public void start() {
      target.writer().beginList();
    }

    @Override
    public void end() {
      target.writer().endList();
    }
  }

  /** The repeated group around a list element, present even if the element is null. */
  private static final class Middle extends GroupConverter {
    private final Target list;
    private final Target element = new Target();
    private final Converter child;

    Middle(GroupType group, Field field, Target list, SparkCalendar calendar) {
      this.list = list;
      this.child = single(group.getType(0), field, element, calendar);
    }

    @Override
    public Converter getConverter(int index) {
      return child;
    }

    @Override
    public void start() {
      element.set(list.writer().element());
    }

    @Override
    public void end() {}
  }

  /** A map, whose repeated group holds key and value. */
  private static final class MapConverter extends GroupConverter {
    private final Target target;
    private final GroupConverter entry;

    MapConverter(GroupType group, Field field, Target target, SparkCalendar calendar) {
      this.target = target;
      this.entry = new EntryConverter(group.getType(0).asGroupType(), field, target, calendar);
    }

    @Override
    public Converter getConverter(int index) {
      return entry;
    }

    @Override
    public void start() {
      target.writer().beginMap();
    }

    @Override
    public void end() {
      target.writer().endMap();
    }
  }

  private static final class EntryConverter extends GroupConverter {
    private final Target map;
    private final Target key = new Target();
    private final Target value = new Target();
    private final Converter keyConverter;
    private final Converter valueConverter;
    private final boolean isRepeated;

    EntryConverter(GroupType entry, Field field, Target map, SparkCalendar calendar) {
      this.map = map;
      this.keyConverter = single(entry.getType(0), field.type().children().get(0), key, calendar);
      this.valueConverter = of(entry.getType(1), field.type().children().get(1), value, calendar);
      this.isRepeated = entry.getType(1).isRepetition(Type.Repetition.REPEATED);
    }

    @Override
    public Converter getConverter(int index) {
      return index == 0 ? keyConverter : valueConverter;
    }

    @Override
    public void start() {
      key.set(map.writer().key());
      value.set(map.writer().value());
      if (isRepeated) {
        value.writer().beginList();
      }
    }

    @Override
    public void end() {
      if (isRepeated) {
        value.writer().endList();
      }
    }
  }
}
