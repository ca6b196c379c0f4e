import type { Key } from 'ink';
import { toArrival, type Arrival } from '../../packages/tui/src/keys/arrival.ts';
import { noKey } from './fake-terminal.ts';

const named: Readonly<Record<string, Partial<Key>>> = {
  enter: { return: true },
  escape: { escape: true },
  tab: { tab: true },
  up: { upArrow: true },
  down: { downArrow: true },
  left: { leftArrow: true },
  right: { rightArrow: true },
  backspace: { backspace: true },
  pagedown: { pageDown: true },
};

/** A key by name, or a letter, as Ink reports it. */
export function keyArrival(name: string, { isRepeat = false }: { readonly isRepeat?: boolean } = {}): Arrival {
  const held = isRepeat ? { eventType: 'repeat' as const } : {};
  const flags = named[name];
  return required(toArrival(flags === undefined ? name : '', { ...noKey, ...flags, ...held }));
}

/** Several characters in one read. */
export function chunkArrival(text: string): Arrival {
  return required(toArrival(text, noKey));
}

/** A bracketed paste. */
export function pasteArrival(text: string): Arrival {
  return { kind: 'paste', text };
}

function required(arrival: Arrival | null): Arrival {
  if (arrival === null) throw new Error('no key');
  return arrival;
}
