import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { describeParseError } from '@bowline/workspace';
import { expandAll, neededVariables, type Lookup } from './expand-variables.ts';
import { isGroup } from '../keys/known-keys.ts';
import { parseSetting } from './parse-setting.ts';
import { isSettingKey, settingOf, type SettingKey } from '../keys/setting-slices.ts';
import type { SettingEntry, SettingsLayer, SettingsLevel, SettingsProblem, UnusedKey } from './settings-layer.ts';

/** The text of a settings file. */
export interface SettingsText {
  readonly path: string;
  readonly level: SettingsLevel;
  readonly text: string;
  /** The variables that this file can use. */
  readonly lookup: Lookup;
}

const MAX_TEXT = 1024 * 1024;

/** Parses a settings file key by key. An invalid key does not affect the others; never throws. */
export function parseSettingsFile(file: SettingsText): SettingsLayer {
  const reading = new Reading(file);
  reading.read();
  const { path, level } = file;
  const { entries, unused, problems, notices } = reading;
  return { level, file: { path, isThere: true }, entries, unused, problems, notices };
}

/** The state of parsing one file. */
class Reading {
  readonly entries = new Map<SettingKey, SettingEntry>();
  readonly unused: UnusedKey[] = [];
  readonly problems: SettingsProblem[] = [];
  readonly notices: SettingsProblem[] = [];
  readonly #file: SettingsText;

  constructor(file: SettingsText) {
    // Replaces a byte order mark with a space, so that offsets stay the same.
    this.#file = { ...file, text: file.text.replace(/^\uFEFF/, ' ') };
  }

  read(): void {
    const { text } = this.#file;
    if (text.trim() === '') return;
    if (text.length > MAX_TEXT) {
      this.#wrong(0, 'the file is larger than 1 MB', { hint: 'Check that this is the right file' });
      return;
    }
    const errors: ParseError[] = [];
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error !== undefined) this.#wrong(error.offset, describeParseError(error), {});
    else if (tree?.type === 'object') this.#readGroup(tree, '');
    else this.#wrong(0, 'not a JSON object', { hint: 'Write { "model": { "name": "pro" } }, or remove the file' });
  }

  #readGroup(group: Node, path: string): void {
    for (const { own, value, offset } of membersOf(group)) {
      const key = path === '' ? own : `${path}.${own}`;
      // A name with a dot in it is one name, not a path.
      const isPlain = !own.includes('.');
      if (isPlain && isSettingKey(key)) this.#readSetting(key, value, offset);
      else if (isPlain && value.type === 'object' && isGroup(key)) this.#readGroup(value, key);
      else if (key !== '$schema') this.unused.push({ key, line: this.#lineOf(offset), value: toValue(value) });
    }
  }

  #readSetting(key: SettingKey, node: Node, offset: number): void {
    const { level, path } = this.#file;
    const written = toValue(node);
    if (written === null || written === '') return; // sets nothing
    const line = this.#lineOf(offset);
    if (level === 'workspace' && settingOf(key).isPersonal === true) {
      const hint = 'Set it in your own settings: bowline settings set';
      this.notices.push({ file: path, line, key, message: `${key} is ignored in project settings`, hint });
      return;
    }
    this.#noticeVariables(key, node);
    const parsed = parseSetting(key, expandAll(written, this.#file.lookup), {
      isText: typeof written === 'string' && written.includes('$'),
    });
    if (parsed.ok) this.entries.set(key, { value: parsed.value, written, source: path, line });
    else this.#wrong(nodeAt(node, parsed.path).offset, parsed.message, { key, at: parsed.path });
  }

  /** Warns about variables that are not set, which stay in the value as written. */
  #noticeVariables(key: SettingKey, node: Node): void {
    const { path, text, lookup } = this.#file;
    const missing = neededVariables(text.slice(node.offset, node.offset + node.length)).filter(
      (name) => lookup(name) === undefined,
    );
    for (const name of new Set(missing)) {
      const line = this.#lineOf(node.offset);
      const message = `${key} uses $${name}, which is not set here`;
      const hint =
        this.#file.level === 'workspace'
          ? 'Project settings can only use the variables that commands get. Put it in your own settings'
          : `Set ${name}, or add a default: \${${name}:-default}`;
      this.notices.push({ file: path, line, key, message, hint });
    }
  }

  #wrong(
    offset: number,
    message: string,
    { key, at = [], hint }: { readonly key?: SettingKey; readonly at?: readonly PropertyKey[]; readonly hint?: string },
  ): void {
    const { path } = this.#file;
    const way = key === undefined ? '' : `${[key, ...at.map(String)].join('.')} `;
    const usual = key === undefined ? 'Correct or remove the file' : `Correct the value. ${settingOf(key).description}`;
    const problem = { file: path, line: this.#lineOf(offset), message: `${way}${message}`, hint: hint ?? usual };
    this.problems.push(key === undefined ? problem : { ...problem, key });
  }

  #lineOf(offset: number): number {
    return this.#file.text.slice(0, offset).split('\n').length;
  }
}

/** The value of a node. */
function toValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue);
  if (node.type !== 'object') return node.value as unknown;
  return Object.fromEntries(membersOf(node).map(({ own, value }) => [own, toValue(value)]));
}

/** The names and values of an object, without `__proto__`. */
function membersOf({ children = [] }: Node): readonly { own: string; value: Node; offset: number }[] {
  return children.flatMap(({ children: [name, value] = [] }) => {
    const own = String(name?.value);
    return name === undefined || value === undefined || own === '__proto__'
      ? []
      : [{ own, value, offset: name.offset }];
  });
}

/** The node at a path, or its nearest existing ancestor. */
function nodeAt(node: Node, way: readonly PropertyKey[]): Node {
  const [step, ...rest] = way;
  if (step === undefined) return node;
  const next =
    node.type === 'array'
      ? node.children?.[Number(step)]
      : node.children?.find(({ children }) => children?.[0]?.value === step)?.children?.[1];
  return next === undefined ? node : nodeAt(next, rest);
}
