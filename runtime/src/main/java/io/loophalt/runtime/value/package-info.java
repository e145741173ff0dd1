/**
 * Values of the application, read without calling its code: arguments, members, and the step that
 * is made of them.
 *
 * <p>Nothing here knows runs or woven methods.
 */
@NullMarked
package io.loophalt.runtime.value;

import org.jspecify.annotations.NullMarked;
