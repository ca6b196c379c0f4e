/** The version of this package. A test compares it with the manifest. */
export const VERSION = '0.1.0';
