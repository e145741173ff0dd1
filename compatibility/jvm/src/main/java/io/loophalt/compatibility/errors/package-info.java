/** Applications whose standard error stands still. */
@NullMarked
package io.loophalt.compatibility.errors;

import org.jspecify.annotations.NullMarked;
