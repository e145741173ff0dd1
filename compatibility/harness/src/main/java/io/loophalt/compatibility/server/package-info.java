/** Real servers beside which applications are tried, as they stand in a distribution. */
@NullMarked
package io.loophalt.compatibility.server;

import org.jspecify.annotations.NullMarked;
