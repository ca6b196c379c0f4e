import { styleText } from 'node:util';
import type { CommandEnv } from '../command.ts';

type Style = 'dim' | 'bold' | 'green' | 'yellow' | 'red';

/** How a text is coloured, if it is. */
export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal that wants them; nothing is said by colour alone. */
export function createPaint({ isStdoutTty, env }: CommandEnv): Paint {
  const isPlain = !isStdoutTty || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isPlain ? (_style, text) => text : (style, text) => styleText(style, text, { validateStream: false });
}
