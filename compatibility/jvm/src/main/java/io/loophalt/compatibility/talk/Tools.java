package io.loophalt.compatibility.talk;

/** Tools that say the same each time they are asked the same. Woven. */
final class Tools {

  private int calls;

  String fetch(String address) {
    calls++;
    return "HTTP 500 internal error at " + address;
  }

  String order(int number) {
    return number < 0 ? "no such order" : "order " + number + " is there";
  }

  String labels() {
    return "positive, negative, neutral";
  }

  /** How many pages were fetched, or not. */
  int calls() {
    return calls;
  }
}
