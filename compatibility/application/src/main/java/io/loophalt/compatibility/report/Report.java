package io.loophalt.compatibility.report;

/**
 * What an application tells the test that started it: one {@code key=value} line per fact on
 * standard output.
 */
public final class Report {

  private Report() {}

  /** Prints one fact; line breaks in the value become {@code \n}. */
  public static synchronized void fact(String key, Object value) {
    System.out.println(key + "=" + String.valueOf(value).replace("\r", "").replace("\n", "\\n"));
    System.out.flush();
  }
}
