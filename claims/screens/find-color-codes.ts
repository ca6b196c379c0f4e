import type { Look } from './looks.ts';

const SEQUENCE = /\u001B\[([\d;:]*)m/g;
/** Foreground and background: of the terminal, of 256, of all. Their resets change nothing without them. */
const COLOR = /^(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])$/;
const DEEP = /^[34]8$/;

/** The codes that a look may not write: without color none, with 16 colors none of more, and otherwise none is missing. */
export function findColorCodes(written: string, { name }: Pick<Look, 'name'>): readonly string[] {
  const codes = [...written.matchAll(SEQUENCE)].map(([, parts = '']) => parts);
  const having = (pattern: RegExp): readonly string[] => [
    ...new Set(codes.filter((parts) => parts.split(/[;:]/).some((part) => pattern.test(part)))),
  ];
  if (name === 'no color') return having(COLOR);
  if (name === '16 colors') return [...having(DEEP), ...(having(COLOR).length === 0 ? ['no color at all'] : [])];
  return having(DEEP).length === 0 ? ['no color of 256 or more'] : [];
}
