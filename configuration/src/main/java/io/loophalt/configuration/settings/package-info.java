/** What a file says, as read, and what holds where it says nothing. */
@NullMarked
package io.loophalt.configuration.settings;

import org.jspecify.annotations.NullMarked;
