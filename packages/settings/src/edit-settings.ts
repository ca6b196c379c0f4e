import { applyEdits, modify } from 'jsonc-parser';
import type { SettingKey } from './setting-slices.ts';

/** A settings file with one setting changed, or taken out when there is no value. Comments and the rest stay as they are. */
export function editSettings(text: string, key: SettingKey, value: unknown): string {
  const before = text.trim() === '' ? '{}\n' : text.replace(/^\uFEFF/, '');
  const formattingOptions = { ...indentOf(before), eol: before.includes('\r\n') ? '\r\n' : '\n' };
  const after = applyEdits(before, modify(before, key.split('.'), value, { formattingOptions }));
  return after.endsWith('\n') ? after : `${after}\n`;
}

/** As the file has it; two blanks where nothing is to be seen of it. */
function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, indent = '  '] = /\n([\t ]+)"/.exec(text) ?? [];
  return indent.startsWith('\t') ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: indent.length };
}
