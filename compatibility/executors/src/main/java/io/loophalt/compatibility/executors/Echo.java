package io.loophalt.compatibility.executors;

import java.io.IOException;

/** A server of the Model Context Protocol that says what it is told, in a process of its own. */
final class Echo {

  private Echo() {}

  /** Entry point. Ends with its input, so with whoever started it. */
  public static void main(String[] args) throws IOException {
    for (int each = System.in.read(); each >= 0; each = System.in.read()) {
      System.out.write(each);
      if (each == '\n') {
        System.out.flush();
      }
    }
  }
}
