package io.loophalt.compatibility.talk;

/** Tools that say the same each time. Woven. */
final class Tools {

  private int calls;

  String fetch(String address) {
    calls++;
    return "HTTP 500 internal error at " + address;
  }

  String labels() {
    return "positive, negative, neutral";
  }

  /** How many pages were fetched, or not. */
  int calls() {
    return calls;
  }
}
