/** The example of docs/library.md, which quotes it. */
@NullMarked
package io.loophalt.core.example;

import org.jspecify.annotations.NullMarked;
