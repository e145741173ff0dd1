/** How the applications of this module talk to their test. No Loophalt type may be used here. */
@NullMarked
package io.loophalt.compatibility.report;

import org.jspecify.annotations.NullMarked;
