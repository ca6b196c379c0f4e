import { isUnsettled, type ShellWord } from '../syntax/shell-word.ts';
import { parseOptions } from './parse-options.ts';
import type { Options } from './program.ts';

/**
 * The first word that is, abbreviates or may become one of the options to avoid. Stricter than the program itself: a
 * letter counts anywhere after one dash, even as part of another option's value, unless the program has long names
 * after one dash (`avoid` then contains such names).
 */
export function findAvoided(args: readonly ShellWord[], avoid: Options): string | undefined {
  const names = [...parseOptions(avoid).takes.keys()];
  const hasLetters = names.every((name) => name.length === 2 || name.startsWith('--'));
  const isAvoided = ({ prefix }: ShellWord): boolean => names.some((name) => isMeant(prefix, name, hasLetters));
  return args.find((word) => isUnsettled(word) || isAvoided(word))?.text;
}

function isMeant(prefix: string, name: string, hasLetters: boolean): boolean {
  if (!prefix.startsWith('-') || prefix.length < 2) return false;
  const equals = prefix.indexOf('=');
  const given = equals === -1 ? prefix : prefix.slice(0, equals);
  if (name.length === 2 && hasLetters) return !given.startsWith('--') && given.includes(name.charAt(1));
  if (name.startsWith('--') && !given.startsWith('--')) return false;
  return toBareName(given) !== '' && toBareName(name).startsWith(toBareName(given));
}

const toBareName = (option: string): string => option.replace(/^--?/, '');
