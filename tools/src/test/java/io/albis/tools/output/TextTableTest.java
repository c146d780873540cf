// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsTextLeftAndNumbersRight() {
    TextTable table = new TextTable().text("column").number("rows").text("note");
    table.row("ss_item_sk", 12, null).row("ü", 12345, "x");
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly(
            "column       rows  note", //
            "ss_item_sk     12",
            "ü           12345  x");
  }

  @Test
  void printsValuesUnchanged() {
    TextTable table = new TextTable().text("value").number("n");
    table.row("@|red x|@ 100%n", 1).row("\uD83D\uDE00 smile", 2).row("", 3).row("漢字", 4);
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly(
            "value            n",
            "@|red x|@ 100%n  1",
            "\uD83D\uDE00 smile          2",
            "                 3",
            "漢字               4");
  }

  @Test
  void printsMarkdown() {
    TextTable table = new TextTable().text("value").number("n").row("a|b", 1).row("c", null);
    StringWriter text = new StringWriter();
    table.printMarkdown(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly("| value | n |", "| --- | ---: |", "| a\\|b | 1 |", "| c |  |");
  }

  @Test
  void rejectsRowsOfAnotherLength() {
    TextTable table = new TextTable().text("a").text("b");
    assertThatThrownBy(() -> table.row("x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid row: 1 cells (expected 2)");
  }
}
