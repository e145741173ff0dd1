package io.loophalt.compatibility.onecall;

/**
 * A method of ours that was entered.
 *
 * @param type the binary name of its class
 * @param method its name
 * @param caller the class of ours from which it was entered, maybe through the JDK; empty if none
 */
record Entry(String type, String method, String caller) {

  private static final String MOMENTS = Moments.class.getName();

  /** Whether it is a moment of the application. */
  boolean isMoment() {
    return type.equals(MOMENTS);
  }

  /** Whether it is this moment of the application. */
  boolean isMoment(String name) {
    return isMoment() && method.equals(name);
  }

  /** The class whose file has the method. */
  String file() {
    return fileOf(type);
  }

  /** The class whose file has the caller. */
  String callerFile() {
    return fileOf(caller);
  }

  private static String fileOf(String binaryName) {
    int nested = binaryName.indexOf('$');
    return nested < 0 ? binaryName : binaryName.substring(0, nested);
  }
}
