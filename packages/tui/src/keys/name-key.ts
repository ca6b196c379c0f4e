import type { Key } from 'ink';

const names = {
  return: 'enter',
  escape: 'escape',
  tab: 'tab',
  backspace: 'backspace',
  delete: 'delete',
  upArrow: 'up',
  downArrow: 'down',
  leftArrow: 'left',
  rightArrow: 'right',
  home: 'home',
  end: 'end',
  pageUp: 'pageup',
  pageDown: 'pagedown',
} as const satisfies Partial<Record<keyof Key, string>>;

/** The keys that perform an action instead of typing a character. */
export type KeyName = (typeof names)[keyof typeof names];

const flags = Object.keys(names) as (keyof typeof names)[];

/** The name of a key, or undefined if it types a character. */
export function nameKey(key: Key): KeyName | undefined {
  const flag = flags.find((each) => key[each]);
  return flag === undefined ? undefined : names[flag];
}
