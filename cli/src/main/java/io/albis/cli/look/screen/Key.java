// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;

/** A key that has a meaning. */
enum Key {
  UP,
  DOWN,
  LEFT,
  RIGHT,
  PAGE_UP,
  PAGE_DOWN,
  HOME,
  END,
  ENTER,
  ESCAPE,
  BACKSPACE,
  INTERRUPT,
  CHARACTER;

  /** How long a sequence that starts with Esc may take, in milliseconds. */
  private static final long ESCAPE_MILLIS = 100;

  /** Returns what a terminal sends; what it should, and what most send. */
  static KeyMap<Key> map(Terminal terminal) {
    KeyMap<Key> keys = new KeyMap<>();
    bind(keys, terminal, UP, Capability.key_up, "\033[A", "\033OA");
    bind(keys, terminal, DOWN, Capability.key_down, "\033[B", "\033OB");
    bind(keys, terminal, RIGHT, Capability.key_right, "\033[C", "\033OC");
    bind(keys, terminal, LEFT, Capability.key_left, "\033[D", "\033OD");
    bind(keys, terminal, PAGE_UP, Capability.key_ppage, "\033[5~");
    bind(keys, terminal, PAGE_DOWN, Capability.key_npage, "\033[6~");
    bind(keys, terminal, HOME, Capability.key_home, "\033[H", "\033OH", "\033[1~");
    bind(keys, terminal, END, Capability.key_end, "\033[F", "\033OF", "\033[4~");
    keys.bind(ENTER, "\r", "\n");
    keys.bind(ESCAPE, KeyMap.esc());
    keys.bind(BACKSPACE, KeyMap.del(), "\b");
    keys.bind(INTERRUPT, KeyMap.ctrl('C'));
    for (char c = ' '; c < KeyMap.KEYMAP_LENGTH - 1; c++) {
      keys.bind(CHARACTER, String.valueOf(c));
    }
    keys.setUnicode(CHARACTER);
    keys.setAmbiguousTimeout(ESCAPE_MILLIS);
    return keys;
  }

  private static void bind(
      KeyMap<Key> keys, Terminal terminal, Key key, Capability capability, String... sequences) {
    String own = KeyMap.key(terminal, capability);
    if (own != null && !own.isEmpty()) {
      keys.bind(key, own);
    }
    keys.bind(key, sequences);
  }
}
