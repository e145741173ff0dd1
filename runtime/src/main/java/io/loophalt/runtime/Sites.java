package io.loophalt.runtime;

import java.util.Arrays;

/**
 * The handlers of woven methods by number. A number is a constant in the woven code, so that
 * finding the handler is one array read; methods with equal handlers have one number.
 *
 * <p>Thread-safe. Adding is rare and locks only this table, never application code; numbers are not
 * reused.
 */
public final class Sites {

  private volatile CallHandler[] handlers = new CallHandler[0];

  /** Gives the handler a number. */
  public synchronized int add(CallHandler handler) {
    CallHandler[] before = handlers;
    CallHandler[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = handler;
    handlers = after;
    return before.length;
  }

  CallHandler handler(int site) {
    return handlers[site];
  }
}
