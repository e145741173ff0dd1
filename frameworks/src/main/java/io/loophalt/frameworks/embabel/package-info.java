/** Support for Embabel. */
@NullMarked
package io.loophalt.frameworks.embabel;

import org.jspecify.annotations.NullMarked;
