// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.connector.catalog.Identifier;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Errors of users as exceptions of Spark, which its shells and Python show without a stack trace.
 * They are checked exceptions that no interface of Spark declares.
 */
public final class UserErrors {

  /** The only condition of all versions of Spark whose message is a text of any kind. */
  private static final String ANY_TEXT = "_LEGACY_ERROR_USER_RAISED_EXCEPTION";

  private static final String PATH_NOT_FOUND = "PATH_NOT_FOUND";

  private static final String INSTEAD =
      ": Spark creates, reads and writes Albis tables, and changes their rows (for other changes,"
          + " use the SDK or the command line 'albis')";

  private UserErrors() {}

  /**
   * Throws an {@link AnalysisException} with a message.
   *
   * @param cause may be null
   * @return never; lets callers write {@code throw}
   */
  public static RuntimeException of(String message, Throwable cause) {
    throw rethrow(
        new AnalysisException(ANY_TEXT, parameters("errorMessage", message), Option.apply(cause)));
  }

  /** Whether an exception is that of {@link #pathNotFound}. */
  static boolean isPathNotFound(Exception exception) {
    return exception instanceof AnalysisException error
        && PATH_NOT_FOUND.equals(error.getCondition());
  }

  /**
   * Throws the exception of a path with nothing at it. Not one of the kind that tells Spark that a
   * catalog has no such table: it would then say that files of Albis cannot be named by path.
   *
   * @return never
   */
  static RuntimeException pathNotFound(String path, Throwable cause) {
    throw rethrow(
        new AnalysisException(PATH_NOT_FOUND, parameters("path", path), Option.apply(cause)));
  }

  /**
   * Throws the exception of a statement that Spark cannot run on tables of Albis.
   *
   * @param statement such as "change rows of /data/sales"
   * @return never
   */
  public static RuntimeException unsupported(String statement) {
    return of("Cannot " + statement + INSTEAD, null);
  }

  /** As {@link #unsupported(String)}, for the table of an identifier. */
  public static RuntimeException unsupported(String verb, Identifier table) {
    return unsupported(verb + " table " + table.name());
  }

  private static scala.collection.immutable.Map<String, String> parameters(
      String name, String value) {
    return scala.collection.immutable.Map.from(CollectionConverters.asScala(Map.of(name, value)));
  }

  /**
   * Throws an exception, whether it is checked or not.
   *
   * @return never
   */
  public static RuntimeException rethrow(Exception exception) {
    throw UserErrors.<RuntimeException>unchecked(exception);
  }

  // The type is erased, so nothing is cast; it only decides what the compiler takes to be thrown.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> E unchecked(Exception exception) throws E {
    throw (E) exception;
  }
}
