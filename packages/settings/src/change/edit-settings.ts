import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { SettingKey } from '../keys/setting-slices.ts';

/**
 * Changes one setting in the text of a settings file, or removes it if the value is undefined. Keeps comments and
 * everything else.
 */
export function editSettings(text: string, key: SettingKey, value: unknown): string {
  const before = text.trim() === '' ? '{}\n' : text.replace(/^\uFEFF/, '');
  const path = key.split('.');
  const tree = parseTree(before);
  if (value === undefined && (tree === undefined || findNodeAtLocation(tree, path) === undefined)) return text;
  const formattingOptions = { ...indentOf(before), eol: before.includes('\r\n') ? '\r\n' : '\n' };
  const after = applyEdits(before, modify(before, path, value, { formattingOptions }));
  return after.endsWith('\n') ? after : `${after}\n`;
}

/** The indentation of the file, or two spaces if it has none. */
function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, indent = '  '] = /\n([\t ]+)"/.exec(text) ?? [];
  return indent.startsWith('\t') ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: indent.length };
}
