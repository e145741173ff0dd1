/** Which methods are woven and how: the prefilter over class bytes and the Byte Buddy advice. */
@NullMarked
package io.loophalt.instrumentation;

import org.jspecify.annotations.NullMarked;
