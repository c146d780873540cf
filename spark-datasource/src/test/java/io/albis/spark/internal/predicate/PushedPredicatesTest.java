// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Extension;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Extract;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.AlwaysFalse;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Not;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimeType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

class PushedPredicatesTest {

  private static final Schema SCHEMA =
      Schema.of(
              Field.nullable("b", Type.bool()),
              Field.nullable("i", Type.int32()),
              Field.nullable("n", Type.int64()),
              Field.nullable("d", Type.float64()),
              Field.nullable("p", Type.decimal(7, 2)),
              Field.nullable("t", Type.string()),
              Field.nullable("day", Type.date()),
              Field.nullable("at", Type.timestampWithZone(TimeUnit.MILLIS)),
              Field.nullable("time", Type.time(TimeUnit.MILLIS)),
              Field.nullable("u", Type.uuid()),
              Field.nullable("bin", Type.binary()),
              Field.nullable("s.x", Type.int64()),
              Field.nullable("s", Type.struct(Field.nullable("x", Type.int32()))),
              Field.nullable(
                  "l",
                  Type.list(Field.nullable("e", Type.struct(Field.nullable("x", Type.int32()))))),
              Field.nullable("c", Type.string())
                  .withExtension(new Extension("collation", Map.of("name", "UTF8_LCASE"))))
          .withAssignedIds();

  private static Expression column(String... names) {
    return new FieldReference(CollectionConverters.asScala(List.of(names)).toSeq());
  }

  private static Expression literal(Object value, DataType type) {
    return new LiteralValue<>(value, type);
  }

  private static Expression integer(int value) {
    return literal(value, DataTypes.IntegerType);
  }

  private static Expression text(String value) {
    return literal(UTF8String.fromString(value), DataTypes.StringType);
  }

  private static Expression decimal(String value) {
    BigDecimal number = new BigDecimal(value);
    return literal(
        Decimal.apply(number), DataTypes.createDecimalType(number.precision(), number.scale()));
  }

  private static Predicate test(String name, Expression... children) {
    return new Predicate(name, children);
  }

  private static void assertExact(Predicate predicate, String translation) {
    PushedPredicates pushed = PushedPredicates.of(new Predicate[] {predicate}, SCHEMA);
    assertThat(pushed.remaining()).as(predicate::describe).isEmpty();
    assertThat(pushed.pushed()).containsExactly(predicate);
    assertThat(pushed.exact()).hasToString(translation);
    assertThat(pushed.pruning()).isEqualTo(io.albis.reader.Predicate.alwaysTrue());
  }

  private static void assertPrunes(Predicate predicate, String translation) {
    PushedPredicates pushed = PushedPredicates.of(new Predicate[] {predicate}, SCHEMA);
    assertThat(pushed.remaining()).containsExactly(predicate);
    assertThat(pushed.pushed()).containsExactly(predicate);
    assertThat(pushed.exact()).isEqualTo(io.albis.reader.Predicate.alwaysTrue());
    assertThat(pushed.pruning()).hasToString(translation);
  }

  private static void assertRemains(Predicate predicate) {
    PushedPredicates pushed = PushedPredicates.of(new Predicate[] {predicate}, SCHEMA);
    assertThat(pushed.remaining()).containsExactly(predicate);
    assertThat(pushed.pushed()).as(predicate::describe).isEmpty();
    assertThat(pushed.pruning()).isEqualTo(io.albis.reader.Predicate.alwaysTrue());
  }

  @Test
  void comparesColumns() {
    assertExact(test("<", column("i"), column("n")), "i < n");
    assertExact(test(">=", column("n"), column("s", "x")), "n >= `s`.`x`");
    assertExact(test("<=>", column("i"), column("i")), "i <=> i");
    assertExact(new Not(test("<>", column("t"), column("t"))), "not (t <> t)");
    Expression wide = new Cast(column("i"), DataTypes.IntegerType, DataTypes.LongType);
    assertExact(test("=", wide, column("n")), "i = n");
    assertRemains(test("=", column("c"), column("c")));
    assertRemains(test("=", column("i"), column("d")));
    assertRemains(test("=", column("t"), column("u")));
    assertRemains(test("=", column("day"), column("i")));
    assertRemains(test("<", column("i"), column("I")));
    assertRemains(test("<", column("l"), column("l")));
    Expression narrow = new Cast(column("n"), DataTypes.LongType, DataTypes.IntegerType);
    assertRemains(test("=", column("i"), narrow));
    PushedPredicates metadata =
        PushedPredicates.of(
            new Predicate[] {test("=", column("i"), column("i"))}, Schema.of(), SCHEMA);
    assertThat(metadata.place()).isEqualTo(io.albis.reader.Predicate.alwaysTrue());
    assertThat(metadata.remaining()).hasSize(1);
  }

  @Test
  void leavesNullBinariesToSpark() {
    Expression nothing = literal(null, DataTypes.BinaryType);
    assertRemains(test("=", column("bin"), nothing));
    Predicate listed = test("IN", column("bin"), nothing);
    assertRemains(new Or(listed, test("=", column("i"), integer(1))));
    assertThat(PushedPredicates.of(new Predicate[] {listed}, SCHEMA).pushed()).isEmpty();
  }

  @Test
  void translatesComparisons() {
    assertExact(test("=", column("i"), integer(1)), "i = 1");
    assertExact(test("<>", column("i"), integer(1)), "i <> 1");
    assertExact(test("<=>", column("i"), integer(1)), "i <=> 1");
    assertExact(test("<", column("i"), integer(1)), "i < 1");
    assertExact(test(">=", column("t"), text("ä")), "t >= 'ä'");
    assertExact(test(">", integer(1), column("i")), "i < 1");
    assertExact(test("<=", column("p"), decimal("1.5")), "p <= 1.5");
    assertExact(test("STARTS_WITH", column("t"), text("a")), "t starts with 'a'");
    assertExact(test("ENDS_WITH", column("t"), text("a")), "t ends with 'a'");
    assertExact(test("CONTAINS", column("t"), text("a")), "t contains 'a'");
    assertExact(test("IN", column("i"), integer(2), integer(1)), "i in (1, 2)");
    assertExact(test("IS_NULL", column("l")), "l is null");
    assertExact(test("IS_NOT_NULL", column("s")), "s is not null");
  }

  @Test
  void translatesBooleans() {
    assertExact(new AlwaysTrue(), "true");
    assertExact(new AlwaysFalse(), "false");
    assertExact(test("=", column("b"), new AlwaysTrue()), "b = true");
    assertExact(test("<", column("b"), new AlwaysTrue()), "b < true");
    assertExact(test("BOOLEAN_EXPRESSION", column("b")), "b = true");
    assertExact(new Not(test("BOOLEAN_EXPRESSION", column("b"))), "not (b = true)");
  }

  @Test
  void comparesNullAsSpark() {
    Expression nothing = literal(null, DataTypes.IntegerType);
    assertExact(test("=", column("i"), nothing), "i in (null)");
    assertExact(test("<=>", column("i"), nothing), "i is null");
    assertExact(new Not(test("<=>", column("i"), nothing)), "not (i is null)");
    assertExact(test("IN", column("i"), integer(1), nothing), "i in (1, null)");
    assertExact(test("IN", column("i")), "false");
    assertRemains(new Not(test("IN", column("i"))));
  }

  @Test
  void comparesWithLiteralsOfWiderTypes() {
    Expression wide = new Cast(column("i"), DataTypes.IntegerType, DataTypes.DoubleType);
    assertExact(test("<", wide, literal(1.5, DataTypes.DoubleType)), "i <= 1");
    assertExact(test(">=", wide, literal(-1.5, DataTypes.DoubleType)), "i > -2");
    assertExact(test("=", wide, literal(1.5, DataTypes.DoubleType)), "(i is null and i in (null))");
    assertExact(
        test("<>", wide, literal(1.5, DataTypes.DoubleType)), "not (i is null and i in (null))");
    assertExact(test("<=>", wide, literal(1.5, DataTypes.DoubleType)), "false");
    assertExact(
        test("<", wide, literal(Double.NaN, DataTypes.DoubleType)),
        "not (i is null and i in (null))");
    assertExact(
        test("<", wide, literal(Double.NEGATIVE_INFINITY, DataTypes.DoubleType)),
        "(i is null and i in (null))");
    assertExact(
        test("IN", wide, literal(1.5, DataTypes.DoubleType), literal(2.0, DataTypes.DoubleType)),
        "i in (2)");
    Expression decimal =
        new Cast(column("p"), DataTypes.createDecimalType(7, 2), DataTypes.createDecimalType(9, 4));
    assertExact(test(">", decimal, decimal("1.2345")), "p > 1.23");
    assertExact(test(">", literal(5_000_000L, DataTypes.TimestampType), column("at")), "at < 5000");
    assertExact(test("<", column("at"), literal(-1L, DataTypes.TimestampType)), "at <= -1");
    assertExact(test("<", column("time"), literal(1_500_000L, new TimeType(6))), "time <= 1");
    Expression day = new Cast(column("day"), DataTypes.DateType, DataTypes.TimestampNTZType);
    assertExact(test("<", day, literal(86_400_000_001L, DataTypes.TimestampNTZType)), "day <= 1");
  }

  @Test
  void castsThatLoseDigitsRemain() {
    Expression rounded = new Cast(column("n"), DataTypes.LongType, DataTypes.DoubleType);
    assertRemains(test("=", rounded, literal(1e17, DataTypes.DoubleType)));
    Expression narrow = new Cast(column("n"), DataTypes.LongType, DataTypes.IntegerType);
    assertRemains(test("=", narrow, integer(1)));
    Expression dated = new Cast(column("at"), DataTypes.TimestampType, DataTypes.DateType);
    assertRemains(test("=", dated, literal(1, DataTypes.DateType)));
    Expression shown = new Cast(column("i"), DataTypes.IntegerType, DataTypes.StringType);
    assertRemains(test("=", shown, text("1")));
    assertRemains(test("IS_NULL", new Cast(column("t"), null, DataTypes.IntegerType)));
    for (DataType fixed : List.of(DataTypes.createCharType(5), DataTypes.createVarcharType(5))) {
      Expression padded = new Cast(column("t"), DataTypes.StringType, fixed);
      assertRemains(test("=", padded, text("ab   ")));
    }
  }

  @Test
  void findsColumnsByTheirNames() {
    assertExact(test("=", column("s", "x"), integer(1)), "`s`.`x` = 1");
    assertExact(test("=", column("s.x"), literal(1L, DataTypes.LongType)), "`s.x` = 1");
    assertRemains(test("=", column("l", "e", "x"), integer(1)));
    assertRemains(test("IS_NULL", column("l", "e")));
    assertRemains(test("=", column("I"), integer(1)));
    assertRemains(test("=", column("_file"), text("a")));
  }

  @Test
  void collationsRemain() {
    assertRemains(test("=", column("c"), literal(UTF8String.fromString("A"), lowerCase())));
    assertRemains(
        test("STARTS_WITH", column("c"), literal(UTF8String.fromString("A"), lowerCase())));
    assertRemains(test("=", column("t"), literal(UTF8String.fromString("A"), lowerCase())));
    assertExact(test("IS_NULL", column("c")), "c is null");
  }

  private static DataType lowerCase() {
    return StringType.apply("UTF8_LCASE");
  }

  @Test
  void comparesUuidsInTheirUsualForm() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    assertExact(test("<", column("u"), text(uuid.toString())), "u < " + uuid);
    assertRemains(test("<", column("u"), text("00112233-4455-6677-8899-AABBCCDDEEFF")));
    assertRemains(test("=", column("u"), text("x")));
    assertRemains(test("STARTS_WITH", column("u"), text("0")));
  }

  @Test
  void invalidStringsRemain() {
    UTF8String invalid = UTF8String.fromBytes(new byte[] {(byte) 0xff});
    assertRemains(test("<", column("t"), literal(invalid, DataTypes.StringType)));
    assertExact(
        test(
            "=",
            column("bin"),
            literal("é".getBytes(StandardCharsets.UTF_8), DataTypes.BinaryType)),
        "bin = 0xc3a9");
  }

  @Test
  void prunesByAPartOfAConjunction() {
    Predicate known = test("=", column("i"), integer(1));
    Predicate unknown = test("=", column("i"), column("t"));
    assertPrunes(new And(known, unknown), "i = 1");
    assertRemains(new Or(known, unknown));
    assertPrunes(new Not(new Or(known, unknown)), "not (i = 1)");
    assertRemains(new Not(new And(known, unknown)));
    assertPrunes(
        new Or(new And(known, unknown), test("<", column("i"), integer(0))), "(i = 1 or i < 0)");
    assertRemains(
        test("=", new GeneralScalarExpression("ABS", new Expression[] {column("i")}), integer(1)));
    assertRemains(test("CASE_WHEN", known, new AlwaysTrue()));
  }

  @Test
  void comparesYearsOfDates() {
    Expression year = new Extract("YEAR", column("day"));
    assertExact(test("=", year, integer(1971)), "(day >= 365 and day < 730)");
    assertExact(test("<>", year, integer(1971)), "not (day >= 365 and day < 730)");
    assertExact(test("<", year, integer(1971)), "day < 365");
    assertExact(test("<=", year, integer(1971)), "day < 730");
    assertExact(test("<", integer(1971), year), "day >= 730");
    assertExact(test(">=", year, integer(1971)), "day >= 365");
    assertExact(
        test("IN", year, integer(1970), integer(1971)),
        "((day >= 0 and day < 365) or (day >= 365 and day < 730))");
    assertRemains(test("<=>", year, integer(1971)));
    assertRemains(test("=", year, integer(Integer.MAX_VALUE)));
    assertRemains(test("=", year, literal(null, DataTypes.IntegerType)));
    assertRemains(test("=", new Extract("YEAR", column("at")), integer(1971)));
    assertRemains(test("=", new Extract("MONTH", column("day")), integer(1)));
  }

  @Test
  void comparesStartsOfStrings() {
    Expression start =
        new GeneralScalarExpression(
            "SUBSTRING", new Expression[] {column("t"), integer(1), integer(2)});
    assertExact(test("=", start, text("äb")), "t starts with 'äb'");
    assertExact(test("<>", start, text("ab")), "not (t starts with 'ab')");
    assertExact(test("=", start, text("a")), "t = 'a'");
    assertExact(test("=", start, text("abc")), "(t is null and t in (null))");
    assertExact(test("IN", start, text("ab"), text("c")), "(t starts with 'ab' or t = 'c')");
    assertRemains(test("<", start, text("ab")));
    assertRemains(test("IN", start, text("ab"), literal(null, DataTypes.StringType)));
    Expression middle =
        new GeneralScalarExpression(
            "SUBSTRING", new Expression[] {column("t"), integer(2), integer(2)});
    assertRemains(test("=", middle, text("ab")));
  }

  @Test
  void dividesWhatIsPushed() {
    Predicate exact = test("=", column("i"), integer(1));
    Predicate pruning = new And(exact, test("=", column("i"), column("t")));
    Predicate unknown = test("=", column("i"), column("t"));
    PushedPredicates pushed =
        PushedPredicates.of(new Predicate[] {exact, pruning, unknown}, SCHEMA);
    assertThat(pushed.pushed()).containsExactly(exact, pruning);
    assertThat(pushed.remaining()).containsExactly(pruning, unknown);
    assertThat(pushed.exact()).hasToString("i = 1");
    assertThat(pushed.pruning()).hasToString("i = 1");
    assertThat(PushedPredicates.of(new Predicate[0], SCHEMA).remaining()).isEmpty();
  }

  @Test
  void translatesLongChains() {
    Predicate chain = test("=", column("i"), integer(0));
    for (int i = 1; i < 20_000; i++) {
      chain = new Or(chain, test("=", column("i"), integer(i)));
    }
    PushedPredicates pushed = PushedPredicates.of(new Predicate[] {chain}, SCHEMA);
    assertThat(pushed.remaining()).isEmpty();
    assertThat(pushed.exact().operands()).hasSize(20_000);
  }

  @Test
  void tooDeepNestingRemains() {
    assertRemains(nested(io.albis.reader.Predicate.MAX_DEPTH + 1));
  }

  /** Also one that would be too deep only in a conjunction with others. */
  @Test
  void anyNestingCanBeCombined() {
    Predicate other = test("=", column("i"), integer(1));
    for (int depth = 100; depth <= io.albis.reader.Predicate.MAX_DEPTH; depth++) {
      PushedPredicates pushed = PushedPredicates.of(new Predicate[] {nested(depth), other}, SCHEMA);
      assertThat(pushed.pushed()).contains(other);
    }
  }

  private static Predicate nested(int depth) {
    Predicate deep = test("=", column("i"), integer(0));
    for (int i = 1; i < depth; i++) {
      Predicate operand = test("=", column("n"), literal((long) i, DataTypes.LongType));
      deep = i % 2 == 0 ? new And(operand, deep) : new Or(operand, deep);
    }
    return deep;
  }
}
