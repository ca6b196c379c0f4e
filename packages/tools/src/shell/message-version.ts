/** Raised when an owner and a supervisor could misunderstand each other. */
export const MESSAGE_VERSION = 5;

/** The longest line either side reads: a command and its environment, with room to spare. */
export const MAX_LINE = 8_000_000;
