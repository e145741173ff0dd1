/** Applications that go on while their JVM ends. */
@NullMarked
package io.loophalt.compatibility.ending;

import org.jspecify.annotations.NullMarked;
