package io.loophalt.runtime.value;

/** What a parameter of a tool method means for the fingerprint. */
public enum ParameterRole {
  /** Part of the action. */
  ARGUMENT,
  /** Part of the action, and names a file. */
  FILE,
  /** Says nothing about the action. */
  LEFT_OUT
}
