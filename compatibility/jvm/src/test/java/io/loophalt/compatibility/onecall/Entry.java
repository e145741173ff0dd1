package io.loophalt.compatibility.onecall;

/**
 * A method of ours that was entered.
 *
 * @param type the binary name of its class
 * @param caller the class of ours from which it was entered, maybe through the JDK; empty if none
 */
record Entry(String type, String caller) {

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
