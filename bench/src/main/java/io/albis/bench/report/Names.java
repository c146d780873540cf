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
package io.albis.bench.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How what is compared is called and told apart: a family shares its hue, a variant has a line of
 * its own.
 */
final class Names {

  static final String ALBIS = "albis";

  /** Who is known by name, whatever it reads. */
  private static final List<String> ENGINES = List.of("duckdb");

  private record Entry(String label, String family, int variant) {}

  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Integer> variants = new HashMap<>();

  /** Takes up something new; does nothing if the key is known. */
  void add(String key, String label, String family) {
    if (!entries.containsKey(key)) {
      int variant = variants.merge(family, 1, Integer::sum) - 1;
      entries.put(key, new Entry(label, family, variant));
    }
  }

  String label(String key) {
    return entries.get(key).label();
  }

  String family(String key) {
    return entries.get(key).family();
  }

  int variant(String key) {
    return entries.get(key).variant();
  }

  /** The engine or else the format: the first word of the kind of file. */
  static String family(String name, String files) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String engine : ENGINES) {
      if (lower.startsWith(engine)) {
        return engine;
      }
    }
    return files.toLowerCase(Locale.ROOT).split("[^a-z0-9]", 2)[0];
  }
}
