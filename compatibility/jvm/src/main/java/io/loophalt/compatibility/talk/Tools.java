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

  /** What is known of a question; the program calls it before it asks a model. */
  String document(String question) {
    return "All that is known of " + question;
  }

  String labels() {
    return "positive, negative, neutral";
  }

  /** How many pages were fetched, or not. */
  int calls() {
    return calls;
  }
}
