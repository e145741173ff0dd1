package io.loophalt.operations.control;

import io.loophalt.PrintableText;

/** What a process list calls this JVM. */
final class MainClass {

  private MainClass() {}

  /** The main class, or the last part of a jar's path; empty if the JVM does not say. */
  static String name() {
    String command = System.getProperty("sun.java.command", "").strip();
    int end = command.indexOf(' ');
    String main = end < 0 ? command : command.substring(0, end);
    String file = main.substring(Math.max(main.lastIndexOf('/'), main.lastIndexOf('\\')) + 1);
    return PrintableText.of(file.isEmpty() ? main : file);
  }
}
