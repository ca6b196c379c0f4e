import { stripVTControlCharacters } from 'node:util';

/** What a terminal would show in the end: without colours and control characters, of redrawn lines the last state. */
export function toPlainText(output: string): string {
  return stripVTControlCharacters(output).split('\n').map(toLastState).join('\n');
}

function toLastState(line: string): string {
  const states = line.replace(/\r+$/, '').split('\r');
  const shown = states.at(-1) ?? '';
  return shown.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');
}
