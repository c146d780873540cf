// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementsTest {

  @Test
  void splitsAtSemicolonsOutsideOfQuotesAndComments() {
    assertThat(Statements.split("a; b ';' \"x;\" /* ; */ c -- ;\n d;; e $$;$$ $q$;$q$"))
        .containsExactly("a", "b ';' \"x;\" /* ; */ c -- ;\n d", "e $$;$$ $q$;$q$");
    assertThat(Statements.split(" -- nothing\n /* ; */ ")).isEmpty();
    assertThat(Statements.split("'it''s; one'")).containsExactly("'it''s; one'");
  }

  @Test
  void knowsWhetherAStatementEnds() {
    assertThat(Statements.isComplete("select 1;")).isTrue();
    assertThat(Statements.isComplete("select 1; -- done")).isTrue();
    assertThat(Statements.isComplete(" ")).isTrue();
    assertThat(Statements.isComplete("select 1")).isFalse();
    assertThat(Statements.isComplete("select ';")).isFalse();
    assertThat(Statements.isComplete("select 1; select")).isFalse();
  }
}
