import type { JsonObject } from '@bowline/protocol';

/** The paths that a restoration overwrites although they have changed since. */
export function readOverwrite({ overwrite }: JsonObject): { readonly overwrite?: string[] } {
  const paths = Array.isArray(overwrite) ? overwrite.filter((path) => typeof path === 'string') : [];
  return paths.length === 0 ? {} : { overwrite: paths };
}
