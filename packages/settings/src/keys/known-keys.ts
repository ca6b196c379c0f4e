import { nearestNames } from '@bowline/protocol';
import { formerKeys, geminiKeys, type GeminiKey } from './gemini-keys.ts';
import { settingKeys } from './setting-slices.ts';

const keys: readonly string[] = [...new Set([...settingKeys, ...geminiKeys.map(({ key }) => key)])];
const groups: ReadonlySet<string> = new Set(keys.flatMap(groupsOf));

/** Whether there are keys below this one. */
export function isGroup(key: string): boolean {
  return groups.has(key);
}

/** Finds a key of Gemini CLI, or its nearest known parent. */
export function findGeminiKey(key: string): GeminiKey | undefined {
  for (let at = key; at !== ''; at = parentOf(at)) {
    const found = geminiKeys.find((known) => known.key === at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Suggests a key for an unknown one: a new name, a similar key, or one with the same ending. */
export function guessKey(wrong: string): string | undefined {
  if (Object.hasOwn(formerKeys, wrong)) return formerKeys[wrong];
  const parent = parentOf(wrong);
  const own = nameOf(wrong);
  const known = [...keys, ...groups];
  const beside = known.filter((key) => parentOf(key) === parent).map(nameOf);
  const [near] = nearestNames(own, beside);
  if (near !== undefined) return parent === '' ? near : `${parent}.${near}`;
  return known.find((key) => nameOf(key).toLowerCase() === own.toLowerCase());
}

function groupsOf(key: string): readonly string[] {
  const steps = key.split('.').slice(0, -1);
  return steps.map((_, n) => steps.slice(0, n + 1).join('.'));
}

function parentOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('.')));
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}
