package io.loophalt.demo;

/** The project's check failed; the message says where and how, as a build tool prints it. */
final class CheckFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String place;
  private final String what;

  CheckFailure(String place, String what) {
    this.place = place;
    this.what = what;
  }

  @Override
  public String getMessage() {
    return place + ": " + what;
  }

  /** File and line, such as {@code TimeoutCheck.java:6}. */
  String place() {
    return place;
  }
}
