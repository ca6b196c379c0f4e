const HOST = String.raw`[a-zA-Z\d-]+(?:\.[a-zA-Z\d-]+)*(?::\d{1,5})?`;

/** A host in rules and settings: a name, a port if it is not a default one, and `*.` for all subdomains. */
export const HOST_PATTERN = new RegExp(String.raw`^(?:\*\.)?${HOST}$`);

/** One host, without its subdomains. */
export const EXACT_HOST_PATTERN = new RegExp(`^${HOST}$`);
