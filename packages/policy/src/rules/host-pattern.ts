/** A host as rules and settings name it: a name, with a port where it is not a usual one, and `*.` for all names below it. */
export const HOST_PATTERN = /^(?:\*\.)?[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)*(?::\d{1,5})?$/;

/** One host, and no others below it. */
export const EXACT_HOST_PATTERN = /^[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)*(?::\d{1,5})?$/;
