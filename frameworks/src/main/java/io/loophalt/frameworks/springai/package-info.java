/** Support for Spring AI, 1 and 2. */
@NullMarked
package io.loophalt.frameworks.springai;

import org.jspecify.annotations.NullMarked;
