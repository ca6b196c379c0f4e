import { styleText } from 'node:util';
import type { CommandEnv } from '../command.ts';

type Style = 'dim' | 'bold' | 'green' | 'yellow' | 'red';

/** Colors a text. */
export type Paint = (style: Style, text: string) => string;

/** Colors for a terminal; plain text otherwise, or with NO_COLOR. */
export function createPaint({ isStdoutTty, env }: CommandEnv): Paint {
  const isPlain = !isStdoutTty || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isPlain ? (_style, text) => text : (style, text) => styleText(style, text, { validateStream: false });
}
