// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests equality, text form and nesting of predicates. */
class PredicateTest {

  private static void assertSame(Predicate a, Predicate b) {
    assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).hasToString(b.toString());
  }

  @Test
  void valuesAreEqualWhateverTheirClass() {
    assertSame(Predicate.equal("a", 3), Predicate.equal("a", 3L));
    assertSame(Predicate.equal("a", (byte) 3), Predicate.equal("a", (short) 3));
    assertSame(Predicate.equal("a", 0.5f), Predicate.equal("a", 0.5));
    assertSame(Predicate.equal("a", -0.0), Predicate.equal("a", 0.0));
    assertSame(
        Predicate.equal("a", Double.longBitsToDouble(0xfff8_0000_0001_2345L)),
        Predicate.equal("a", Float.NaN));
    assertSame(
        Predicate.equal("a", new BigDecimal("1.500")), Predicate.equal("a", new BigDecimal("1.5")));
    assertSame(Predicate.equal("a", BigInteger.TEN), Predicate.equal("a", new BigDecimal("10.0")));
    assertSame(Predicate.equal("a", new byte[] {1}), Predicate.equal("a", new byte[] {1}));
    assertSame(Predicate.equal("a", CharBuffer.wrap("x")), Predicate.equal("a", "x"));
    assertThat(Predicate.equal("a", 3)).isNotEqualTo(Predicate.equal("a", 3.0));
    assertThat(Predicate.equal("a", 3)).isNotEqualTo(Predicate.equal("b", 3));
    assertThat(Predicate.equal("a", 3)).isNotEqualTo(Predicate.equal("a", 4));
    assertThat(Predicate.equal("a", 3)).isNotEqualTo(Predicate.equalNullSafe("a", 3));
    assertThat(Predicate.equal("a", 3)).isNotEqualTo(Predicate.in("a", List.of(3)));
    assertThat(Predicate.isNull("a")).isNotEqualTo(Predicate.isNotNull("a"));
  }

  @Test
  void listsAreSets() {
    assertSame(
        Predicate.in("a", List.of(3, 1, 2, 3L)), Predicate.in("a", List.of((short) 1, 2, 3)));
    assertSame(Predicate.in("a", List.of("b", "a", "b")), Predicate.in("a", List.of("a", "b")));
    assertThat(Predicate.in("a", List.of(1, 2))).isNotEqualTo(Predicate.in("a", List.of(1)));
    assertThat(Predicate.in("a", Arrays.asList(1, null)))
        .isNotEqualTo(Predicate.in("a", List.of(1)))
        .isEqualTo(Predicate.in("a", Arrays.asList(null, 1, null)));
    assertThat(Predicate.in("a", Arrays.asList(2, null, 1)).values()).containsExactly(1L, 2L, null);
    assertThat(Predicate.in("a", List.of(1, new BigDecimal("0.50"), BigInteger.TWO)).values())
        .containsExactly(new BigDecimal("0.5"), BigDecimal.ONE, new BigDecimal(2));
    assertThat(Predicate.in("a", List.of(1, Double.NaN, -0.0)).values())
        .containsExactly(0.0, 1.0, Double.NaN);
    UUID low = new UUID(1, -1);
    UUID high = new UUID(-1, 1);
    assertThat(Predicate.in("a", List.of(high, low)).values()).containsExactly(low, high);
  }

  @Test
  void listsHaveOneKind() {
    assertThatThrownBy(() -> Predicate.in("a", List.of(1, "x")))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot compare column a with a list of integer and string");
    assertThatThrownBy(() -> Predicate.in("a", List.of(1.5, BigDecimal.ONE)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot compare column a with a list of floating and decimal");
    assertThatThrownBy(() -> Predicate.equal("a", List.of(1)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Cannot compare column a with [1] (List");
    assertThatThrownBy(() -> Predicate.equal("a", new BigDecimal(BigInteger.ONE, -1_000_000_000)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("scale -1000000000 (expected at most 128 digits");
    assertThatThrownBy(() -> Predicate.equal("a", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("use isNull");
  }

  @Test
  void nullSafeEqualityTakesNulls() {
    assertSame(Predicate.equalNullSafe("a", null), Predicate.isNull("a"));
    assertSame(Predicate.notEqualNullSafe("a", null), Predicate.isNotNull("a"));
    assertSame(Predicate.notEqualNullSafe("a", 1), Predicate.not(Predicate.equalNullSafe("a", 1)));
  }

  @Test
  void comparesWithColumns() {
    Predicate predicate = Predicate.lessThan("a", Expression.column("b.c"));
    assertSame(predicate, Predicate.lessThan("a", Expression.column("b.c")));
    assertThat(predicate).hasToString("a < b.c");
    assertThat(predicate.comparedColumn()).isEqualTo("b.c");
    assertThat(predicate.values()).isEmpty();
    assertThat(predicate.column()).isEqualTo("a");
    assertThat(predicate)
        .isNotEqualTo(Predicate.lessThan("a", Expression.column("b")))
        .isNotEqualTo(Predicate.lessThan("b.c", Expression.column("a")))
        .isNotEqualTo(Predicate.lessThan("a", "b.c"));
    assertThat(Predicate.notEqualNullSafe("a", Expression.column("b")))
        .hasToString("not (a <=> b)");
    assertThat(Predicate.equal("a", 1).comparedColumn()).isNull();
    assertThat(Predicate.or(Predicate.not(predicate), Predicate.isNull("d")).columns())
        .containsExactly("a", "b.c", "d");
    Expression sum = Expression.column("b").plus(Expression.literal(1));
    assertThatThrownBy(() -> Predicate.lessThan("a", sum))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageStartingWith("Cannot compare column a with (b + 1) (Expression): expected");
    assertThatThrownBy(() -> Predicate.in("a", List.of(Expression.column("b"))))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> Predicate.startsWith("a", Expression.column("b")))
        .isInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void chainsDoNotNest() {
    Predicate a = Predicate.isNull("a");
    Predicate b = Predicate.isNull("b");
    Predicate c = Predicate.isNull("c");
    assertSame(Predicate.and(Predicate.and(a, b), c), Predicate.and(a, b, c));
    assertSame(Predicate.or(a, Predicate.or(b, c)), Predicate.or(List.of(a, b, c)));
    assertSame(Predicate.and(a), a);
    assertSame(Predicate.not(Predicate.not(a)), a);
    assertSame(Predicate.and(), Predicate.alwaysTrue());
    assertSame(Predicate.or(), Predicate.alwaysFalse());
    Predicate chain = a;
    for (int i = 0; i < 2000; i++) {
      chain = Predicate.or(chain, Predicate.equal("b", i));
    }
    assertThat(chain.operands()).hasSize(2001);
  }

  private static Predicate nested(int levels) {
    Predicate predicate = Predicate.isNull("a");
    for (int i = 1; i < levels; i++) {
      predicate =
          i % 2 == 0
              ? Predicate.and(predicate, Predicate.isNull("b"))
              : Predicate.or(predicate, Predicate.isNull("b"));
    }
    return predicate;
  }

  @Test
  void nestingIsBounded() {
    Predicate deep = nested(Predicate.MAX_DEPTH);
    assertThat(Predicate.fromBytes(deep.toBytes())).isEqualTo(deep);
    assertThatThrownBy(() -> nested(Predicate.MAX_DEPTH + 1))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid predicate: it is nested more than 128 levels deep");
  }

  @Test
  void printsAsACondition() {
    assertThat(
            Predicate.and(
                Predicate.greaterThan("a", 3),
                Predicate.or(Predicate.equal("b", "it's"), Predicate.isNan("c")),
                Predicate.not(Predicate.in("d", Arrays.asList(new BigDecimal("1E+2"), null)))))
        .hasToString("(a > 3 and (b = 'it''s' or c is nan) and not (d in (100, null)))");
    assertThat(Predicate.not(Predicate.or(Predicate.isNull("a"), Predicate.isNull("b"))))
        .hasToString("not (a is null or b is null)");
    assertThat(Predicate.notEqualNullSafe("a", new byte[] {1, (byte) 0xff}))
        .hasToString("not (a <=> 0x01ff)");
    assertThat(Predicate.contains("a", new byte[100]).toString())
        .isEqualTo("a contains 0x" + "00".repeat(20) + "... of 100 bytes");
    assertThat(Predicate.in("a", IntStream.range(0, 1000).boxed().toList()).toString())
        .startsWith("a in (0, 1, 2,")
        .endsWith(", 19, ... of 1000 values)");
    assertThat(Predicate.like("a", "%b_'")).hasToString("a like '%b_'''");
    assertThat(Predicate.lowerCaseLike("a", "b%")).hasToString("a in lower case like 'b%'");
    assertThat(Predicate.upperCaseLike("a", "B%")).hasToString("a in upper case like 'B%'");
    assertThat(Predicate.alwaysTrue()).hasToString("true");
    assertThat(Predicate.alwaysFalse()).hasToString("false");
  }

  @Test
  void exposesOperatorColumnAndValues() {
    Predicate predicate = Predicate.not(Predicate.endsWith("a", "z"));
    assertThat(predicate.operator()).isEqualTo(Predicate.Operator.NOT);
    assertThat(predicate.column()).isNull();
    assertThat(predicate.values()).isEmpty();
    Predicate operand = predicate.operands().get(0);
    assertThat(operand.operator()).isEqualTo(Predicate.Operator.ENDS_WITH);
    assertThat(operand.column()).isEqualTo("a");
    assertThat(operand.values()).isEqualTo(Collections.singletonList("z"));
    assertThatThrownBy(() -> operand.values().add("y"))
        .isInstanceOf(UnsupportedOperationException.class);
    byte[] mine = {1};
    Predicate binary = Predicate.equal("a", mine);
    mine[0] = 2;
    ((byte[]) binary.values().get(0))[0] = 3;
    assertThat(binary).hasToString("a = 0x01");
  }
}
