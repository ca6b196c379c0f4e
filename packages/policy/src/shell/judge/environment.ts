import type { ShellWord } from '../syntax/shell-word.ts';

/** Variables that change how much a program prints, in what language and color, but not what it does. */
const HARMLESS = new Set(
  (
    'CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE TERM COLORTERM COLUMNS LINES LANG TZ NODE_ENV DEBUG RUST_BACKTRACE ' +
    'RUST_LOG PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE'
  ).split(' '),
);

/** Whether `NAME=value` cannot change what a program does. The value must not be a path, which may be loaded. */
export function isHarmlessAssignment(word: ShellWord): boolean {
  const equals = word.text.indexOf('=');
  const name = word.text.slice(0, equals);
  const value = word.text.slice(equals + 1);
  const isKnown = HARMLESS.has(name) || /^LC_[A-Z]+$/.test(name);
  const isPath = value.includes('/') && !(name === 'TZ' && /^[A-Za-z_]+\/[A-Za-z_]+$/.test(value));
  return word.yields === 'exact' && isKnown && !isPath;
}
