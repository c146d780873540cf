// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.screen;

import io.albis.cli.look.model.Browser;
import io.albis.format.error.AlbisException;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/** Shows a browser in a terminal until the user quits. */
public final class LookSession {

  /** How long a change of the size may take to be seen, in milliseconds. */
  private static final int WAIT_MILLIS = 100;

  private static final int DEFAULT_WIDTH = 80;
  private static final int DEFAULT_HEIGHT = 24;

  private final Browser browser;
  private final Terminal terminal;
  private final Screen screen;
  private final Keys keys;
  private final AtomicBoolean isResized = new AtomicBoolean();

  /** Prepares to show a browser in a terminal. Owns neither. */
  public LookSession(Browser browser, Terminal terminal) {
    this.browser = browser;
    this.terminal = terminal;
    this.screen = new Screen(browser);
    this.keys = new Keys(browser, screen);
  }

  /** Shows it, and restores the terminal at the end. */
  public void run() {
    Attributes before = terminal.enterRawMode();
    Attributes raw = terminal.getAttributes();
    // Ctrl-C arrives as a character.
    raw.setLocalFlag(Attributes.LocalFlag.ISIG, false);
    terminal.setAttributes(raw);
    Terminal.SignalHandler previous = terminal.handle(Signal.WINCH, signal -> isResized.set(true));
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.keypad_xmit);
    terminal.puts(Capability.cursor_invisible);
    try {
      loop(new Display(terminal, true));
    } finally {
      terminal.puts(Capability.cursor_visible);
      terminal.puts(Capability.keypad_local);
      terminal.puts(Capability.exit_ca_mode);
      terminal.flush();
      terminal.handle(Signal.WINCH, previous);
      terminal.setAttributes(before);
    }
  }

  private void loop(Display display) {
    BindingReader input = new BindingReader(terminal.reader());
    KeyMap<Key> known = Key.map(terminal);
    resize(display);
    draw(display);
    while (true) {
      int next = input.peekCharacter(WAIT_MILLIS);
      if (next == NonBlockingReader.EOF) {
        return;
      }
      if (next >= 0) {
        Key key = input.readBinding(known);
        if (key == null || !press(key, input.getLastBinding())) {
          return;
        }
      }
      boolean hasNewSize = isResized.getAndSet(false);
      if (hasNewSize) {
        resize(display);
      }
      if (hasNewSize || next >= 0) {
        draw(display);
      }
    }
  }

  private Size size() {
    Size size = terminal.getSize();
    return size.getColumns() > 0 && size.getRows() > 0
        ? size
        : new Size(DEFAULT_WIDTH, DEFAULT_HEIGHT);
  }

  private void resize(Display display) {
    display.clear();
    display.resize(size().getRows(), size().getColumns());
  }

  private boolean press(Key key, String text) {
    try {
      return keys.press(key, text);
    } catch (AlbisException | OutOfOffHeapMemoryException | UncheckedIOException e) {
      browser.tell(message(e));
      return true;
    }
  }

  private static String message(Exception failure) {
    return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
  }

  private void draw(Display display) {
    Size size = size();
    List<AttributedString> lines;
    try {
      lines = screen.draw(size.getColumns(), size.getRows(), keys.question());
    } catch (AlbisException | OutOfOffHeapMemoryException | UncheckedIOException e) {
      lines = screen.drawFailure(size.getColumns(), size.getRows(), message(e));
    }
    display.update(lines, 0);
  }
}
