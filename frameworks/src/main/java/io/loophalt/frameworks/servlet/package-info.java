/** Support for servlet requests as boundaries of runs. */
@NullMarked
package io.loophalt.frameworks.servlet;

import org.jspecify.annotations.NullMarked;
