package io.loophalt.compatibility.talk;

/** Tools that never help. Woven. */
final class Tools {

  private int calls;

  String fetch(String address) {
    calls++;
    return "HTTP 500 internal error at " + address;
  }

  /** How many calls ran. */
  int calls() {
    return calls;
  }
}
