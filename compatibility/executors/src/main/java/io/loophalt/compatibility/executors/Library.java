package io.loophalt.compatibility.executors;

/** A library that does things for itself, on threads and in pools of its own. */
interface Library {

  /** What only the library's own threads call. */
  interface Callback {
    void called();
  }

  /** Has the library do something for itself soon, so that it calls back. */
  interface Housekeeping {
    void cause() throws Exception;
  }

  /** Uses the library for the first time: its threads and its tasks begin here. */
  Housekeeping begin(Callback callback) throws Exception;
}
