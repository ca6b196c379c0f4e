import { applyEdits, findNodeAtLocation, modify, parseTree, type Node } from 'jsonc-parser';
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
  const removed = value === undefined && tree !== undefined ? withoutEmpty(tree, path) : path;
  const after = applyEdits(before, modify(before, removed, value, { formattingOptions }));
  return after.endsWith('\n') ? after : `${after}\n`;
}

/** The path of the outermost object that would be empty without the setting, or of the setting itself. */
function withoutEmpty(tree: Node, path: readonly string[]): string[] {
  const parent = path.slice(0, -1);
  const isOnly = parent.length > 0 && findNodeAtLocation(tree, parent)?.children?.length === 1;
  return isOnly ? withoutEmpty(tree, parent) : [...path];
}

/** The indentation of the file, or two spaces if it has none. */
function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, indent = '  '] = /\n([\t ]+)"/.exec(text) ?? [];
  return indent.startsWith('\t') ? { insertSpaces: false, tabSize: 4 } : { insertSpaces: true, tabSize: indent.length };
}
