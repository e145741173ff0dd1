/** What tests of several modules share. Nothing of it is published. */
@NullMarked
package io.loophalt.testing;

import org.jspecify.annotations.NullMarked;
