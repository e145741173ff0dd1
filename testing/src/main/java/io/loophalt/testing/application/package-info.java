/** Classes to be woven, with one method for each case of the choice. */
@NullMarked
package io.loophalt.testing.application;

import org.jspecify.annotations.NullMarked;
