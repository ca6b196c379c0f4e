const HOST = String.raw`[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)*(?::\d{1,5})?`;

/** A host as rules and settings name it: a name, with a port where it is not a usual one, and `*.` for all names below it. */
export const HOST_PATTERN = new RegExp(String.raw`^(?:\*\.)?${HOST}$`);

/** One host, and no others below it. */
export const EXACT_HOST_PATTERN = new RegExp(`^${HOST}$`);
