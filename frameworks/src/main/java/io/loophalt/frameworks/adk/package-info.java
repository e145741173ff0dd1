/** Support for Google's Agent Development Kit. */
@NullMarked
package io.loophalt.frameworks.adk;

import org.jspecify.annotations.NullMarked;
