package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * Calls whose results teach the extension something about a framework's objects; they are left as
 * they are.
 */
public non-sealed interface Facts extends Role {

  /** Takes what a call returned, or what its future or publisher gave. */
  void learn(@Nullable Object self, Object result);
}
