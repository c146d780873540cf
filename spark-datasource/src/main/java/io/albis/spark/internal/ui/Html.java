// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import java.util.List;
import java.util.Locale;
import org.apache.spark.util.Utils;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.xml.Node;
import scala.xml.Unparsed;

/** A part of a page, in which all text is escaped. Not thread-safe. */
final class Html {

  private final StringBuilder html = new StringBuilder();

  /** Adds markup, which must be constant. */
  Html markup(String markup) {
    html.append(markup);
    return this;
  }

  /** Adds text, also of attributes in quotes. */
  Html text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c < ' ' ? ' ' : c);
      }
    }
    return this;
  }

  Html cell(String text) {
    return markup("<td>").text(text).markup("</td>");
  }

  /** Adds a cell by whose number the table can be sorted. */
  Html cell(long number, String text) {
    return markup("<td sorttable_customkey=\"" + number + "\">").text(text).markup("</td>");
  }

  Html number(long number) {
    return cell(number, count(number));
  }

  Html bytes(long bytes) {
    return cell(bytes, size(bytes));
  }

  /** Adds a percentage; nothing of nothing. */
  Html share(long part, long all) {
    return cell(all == 0 ? -1 : Math.round(1000.0 * part / all), percent(part, all));
  }

  /** Returns a size that is not divided between lines. */
  static String size(long bytes) {
    return Utils.bytesToString(bytes).replace(' ', '\u00a0');
  }

  static String percent(long part, long all) {
    return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /**
   * Begins a table that can be sorted.
   *
   * @param columns names and explanations, in turns
   */
  Html table(String id, String... columns) {
    markup(
            "<table class=\"table table-bordered table-hover table-sm table-striped sortable\""
                + " id=\"")
        .text(id)
        .markup("\"><thead><tr>");
    for (int i = 0; i < columns.length; i += 2) {
      markup("<th title=\"").text(columns[i + 1]).markup("\">").text(columns[i]).markup("</th>");
    }
    return markup("</tr></thead><tbody>");
  }

  Html endTable() {
    return markup("</tbody></table>");
  }

  /** A part of a bar. */
  record Part(String name, String color, long size) {}

  /** Adds a bar whose full length is a number; parts that exceed it are cut off. */
  Html bar(long all, List<Part> parts) {
    markup("<div class=\"progress\" style=\"height: 1.2rem; min-width: 10rem\">");
    for (Part part : parts) {
      double percent = all == 0 ? 0 : 100.0 * part.size / all;
      markup("<div class=\"progress-bar\" style=\"background-color: " + part.color)
          .markup(String.format(Locale.ROOT, "; width: %.2f%%\" title=\"", percent))
          .text(part.name + " " + size(part.size))
          .markup("\"></div>");
    }
    return markup("</div>");
  }

  Seq<Node> nodes() {
    return CollectionConverters.asScala(List.<Node>of(new Unparsed(html.toString()))).toSeq();
  }
}
