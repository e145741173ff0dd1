/** Workers that hand an order on; docs/many-jvms.md quotes those of them that a user writes. */
@NullMarked
package io.loophalt.compatibility.handedon;

import org.jspecify.annotations.NullMarked;
