package io.loophalt.testing.application;

import java.util.concurrent.Callable;

/** Says what its method was given; which may not be what it was called with. */
public final class Letter implements Callable<String> {

  @Override
  public String call() {
    return write("Ann", 2, 3L, new String[] {"red"}) + ' ' + Stamp.of(7);
  }

  private String write(String name, int copies, long weight, String[] colours) {
    return name + ' ' + copies + ' ' + weight + ' ' + colours[0];
  }

  private static final class Stamp {
    static int of(int value) {
      return value;
    }
  }
}
