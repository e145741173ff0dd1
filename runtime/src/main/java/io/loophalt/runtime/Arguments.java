package io.loophalt.runtime;

import org.jspecify.annotations.Nullable;

/** What a call was given, by position. */
interface Arguments {

  /** An argument, null if the call has fewer. */
  @Nullable Object argument(int position);
}
