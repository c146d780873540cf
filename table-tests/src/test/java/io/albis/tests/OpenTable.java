/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.tests;

import io.albis.format.error.AlbisException;
import io.albis.reader.Table;

/** A program that opens a table and says what came of it. */
final class OpenTable {

  private OpenTable() {}

  public static void main(String[] arguments) {
    System.out.println(describe(arguments[0]));
  }

  /** "opened", or the exception with its message and cause. */
  static String describe(String uri) {
    try (Table table = Table.open(uri)) {
      return "opened " + table.uri();
    } catch (AlbisException e) {
      String cause = e.getCause() == null ? "" : " <- " + e.getCause().getClass().getSimpleName();
      return e.getClass().getSimpleName() + ": " + e.getMessage() + cause;
    }
  }
}
