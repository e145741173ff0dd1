/** What application code may compile against; does nothing without the agent. */
@org.jspecify.annotations.NullMarked
module io.loophalt {
  // For compilers alone: nothing of it is needed when the application runs.
  requires static org.jspecify;

  exports io.loophalt;
}
