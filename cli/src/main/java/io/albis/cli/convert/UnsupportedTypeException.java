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
package io.albis.cli.convert;

import io.albis.cli.command.CommandFailedException;

/** A column has a type that the other format cannot say. */
public final class UnsupportedTypeException extends CommandFailedException {

  private static final long serialVersionUID = 1L;

  /** Names the column and says why; the message ends with what to do. */
  public UnsupportedTypeException(String action, String path, String why) {
    super("Cannot " + action + " column " + path + ": " + why);
  }
}
