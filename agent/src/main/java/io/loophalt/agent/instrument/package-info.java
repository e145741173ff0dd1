/** Which methods are woven and how: the prefilter over class bytes and the Byte Buddy advice. */
@NullMarked
package io.loophalt.agent.instrument;

import org.jspecify.annotations.NullMarked;
