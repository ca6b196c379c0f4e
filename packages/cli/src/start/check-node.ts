import { usageTexts } from '../texts/usage-texts.ts';

/** The oldest Node that Bowline runs on, as in the package's `engines`. */
const OLDEST = [22, 13] as const;

/** The message for a version of Node that is too old; undefined for any other. */
export function checkNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isOld ? usageTexts.oldNode(version, OLDEST.join('.')) : undefined;
}
