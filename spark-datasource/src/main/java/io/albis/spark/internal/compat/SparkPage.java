// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import scala.Function0;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.xml.Node;

/** A page of Spark's user interface: its head, its tabs and its scripts. */
public final class SparkPage {

  private static final Method HEADER = method();

  private SparkPage() {}

  /** Spark 4.2 has added a parameter: whether the page has a timeline. */
  private static Method method() {
    return Arrays.stream(UIUtils.class.getMethods())
        .filter(method -> method.getName().equals("headerSparkPage"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Spark has no method headerSparkPage"));
  }

  /** Returns a page with some content. */
  @SuppressWarnings("unchecked")
  public static Seq<Node> of(
      HttpServletRequest request, String title, Seq<Node> content, SparkUITab tab) {
    Object[] arguments = new Object[HEADER.getParameterCount()];
    Arrays.fill(arguments, false);
    arguments[0] = request;
    arguments[1] = title;
    arguments[2] = (Function0<Seq<Node>>) () -> content;
    arguments[3] = tab;
    arguments[4] = Option.empty();
    try {
      return (Seq<Node>) HEADER.invoke(null, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("Failed to create the page " + title, e);
    }
  }
}
