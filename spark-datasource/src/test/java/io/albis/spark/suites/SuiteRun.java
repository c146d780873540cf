// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.scalatest.Args;
import org.scalatest.DynaTags;
import org.scalatest.Filter;
import org.scalatest.Filter$;
import org.scalatest.Reporter;
import org.scalatest.Suite;
import org.scalatest.events.Event;
import org.scalatest.events.SuiteAborted;
import org.scalatest.events.TestCanceled;
import org.scalatest.events.TestFailed;
import org.scalatest.events.TestSucceeded;
import scala.Option;
import scala.collection.immutable.Set;
import scala.jdk.javaapi.CollectionConverters;

/** A run of a suite of ScalaTest. */
final class SuiteRun {

  private static final String NOT_SELECTED = "not selected";

  private final Map<String, Optional<Throwable>> results = new LinkedHashMap<>();

  private SuiteRun() {}

  /**
   * Runs tests of a suite.
   *
   * @param selected chooses tests by their names
   * @return why each test failed, in the order in which they ran; empty if it succeeded
   */
  static Map<String, Optional<Throwable>> of(Suite suite, Predicate<String> selected) {
    SuiteRun run = new SuiteRun();
    Reporter reporter = run::add;
    suite
        .run(
            Option.empty(),
            Args.apply(
                reporter,
                Args.apply$default$2(),
                filter(suite, selected),
                Args.apply$default$4(),
                Args.apply$default$5(),
                Args.apply$default$6(),
                Args.apply$default$7(),
                Args.apply$default$8(),
                Args.apply$default$9(),
                Args.apply$default$10()))
        .waitUntilCompleted();
    return run.results;
  }

  /** Tags the tests that are not selected, and excludes the tag. */
  private static Filter filter(Suite suite, Predicate<String> selected) {
    Map<String, Set<String>> tags = new HashMap<>();
    for (String name : CollectionConverters.asJava(suite.testNames())) {
      if (!selected.test(name)) {
        tags.put(name, setOf(NOT_SELECTED));
      }
    }
    return Filter$.MODULE$.apply(
        Option.empty(),
        setOf(NOT_SELECTED),
        false,
        DynaTags.apply(mapOf(Map.of()), mapOf(Map.of(suite.suiteId(), mapOf(tags)))));
  }

  private static Set<String> setOf(String element) {
    return CollectionConverters.asScala(java.util.Set.of(element)).toSet();
  }

  private static <K, V> scala.collection.immutable.Map<K, V> mapOf(Map<K, V> map) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(map));
  }

  private synchronized void add(Event event) {
    if (event instanceof TestSucceeded succeeded) {
      results.put(succeeded.testName(), Optional.empty());
    } else if (event instanceof TestFailed failed) {
      results.put(failed.testName(), Optional.of(cause(failed.throwable(), failed.message())));
    } else if (event instanceof TestCanceled canceled) {
      results.put(
          canceled.testName(), Optional.of(cause(canceled.throwable(), canceled.message())));
    } else if (event instanceof SuiteAborted aborted) {
      throw new IllegalStateException(
          "The suite was aborted: " + aborted.message(), cause(aborted.throwable(), ""));
    }
  }

  private static Throwable cause(Option<Throwable> thrown, String message) {
    return thrown.isDefined() ? thrown.get() : new AssertionError(message);
  }
}
