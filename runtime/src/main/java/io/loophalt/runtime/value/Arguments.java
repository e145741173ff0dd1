package io.loophalt.runtime.value;

import org.jspecify.annotations.Nullable;

/** What a call was given, by position. */
public interface Arguments {

  /** An argument, null if the call has fewer. */
  @Nullable Object argument(int position);
}
