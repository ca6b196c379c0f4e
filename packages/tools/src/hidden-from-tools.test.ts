import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toText } from '@bowline/protocol';
import { builtInTools } from './built-in-tools.ts';
import { fail, type Tool, type ToolOutcome } from './define-tool.ts';
import { readManyFiles } from './files/read-many-files.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../tests/kit/open-test-workspace.ts';
import { expandPrompt } from './prompt/expand-prompt.ts';

const CANARY = 'canary-5f1d';
let root = '';
let folder = '';
let workspace: TestWorkspace;
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  folder = join(root, 'work');
  const files = {
    '.bowlineignore': '# keys\nsecret.txt\nprivate/\nalias\n',
    '.geminiignore': 'old.txt\n',
    'secret.txt': CANARY,
    'old.txt': CANARY,
    'private/key.txt': CANARY,
    'behind/key.txt': CANARY,
    'open.txt': 'nothing to see\n',
    'src/a.txt': 'nothing to see\n',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  symlinkSync('../secret.txt', join(folder, 'src/soft.txt'));
  symlinkSync('private', join(folder, 'door'));
  symlinkSync('behind', join(folder, 'alias'));
  linkSync(join(folder, 'secret.txt'), join(folder, 'src/hard.txt'));
  linkSync(join(folder, 'private/key.txt'), join(folder, 'src/copy.txt'));
  symlinkSync('work', join(root, 'other-name'));
  const process = { supervisorEntry: '', execPath: '', execArgv: [], env: {} };
  workspace = await openTestWorkspace({ root: folder, directories: [], stateFolder: join(root, 'state'), ...process });
});
afterEach(() => {
  workspace.close();
  rmSync(root, { recursive: true });
});

/** Every way to spell the path of a hidden file. */
const names: readonly string[] = [
  'secret.txt',
  './src/../secret.txt',
  'old.txt',
  'private/key.txt',
  'src/soft.txt',
  'src/hard.txt',
  'src/copy.txt',
  'door/key.txt',
  'alias/key.txt',
  'behind/key.txt',
  '{root}/work/secret.txt',
  '{root}/other-name/secret.txt',
  '{root}/other-name/src/hard.txt',
];
const folders: readonly string[] = ['private', 'door', 'alias', 'behind', '{root}/other-name/private'];
const say = (name: string): string => name.replace('{root}', root);

const scope = () => ({ workspace, signal: new AbortController().signal, key: 'k', update: () => undefined });
async function run(tool: Tool, input: object): Promise<ToolOutcome> {
  const parsed = tool.parse(input);
  return parsed.ok ? await parsed.call.run(scope()) : fail('invalid', parsed.text);
}
const find = (name: string): Tool => {
  const tool = [...builtInTools, readManyFiles].find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
};

const edit = { instruction: 'i', old_string: CANARY, new_string: 'x' };
/** Calls that name a file or directory. */
const named: readonly [tool: string, paths: readonly string[], input: (path: string) => object][] = [
  ['read_file', names, (file_path) => ({ file_path })],
  ['replace', names, (file_path) => ({ file_path, ...edit })],
  ['write_file', names, (file_path) => ({ file_path, content: 'x' })],
  ['grep_search', [...names, ...folders], (dir_path) => ({ pattern: CANARY, dir_path, no_ignore: true })],
  ['list_directory', folders, (dir_path) => ({ dir_path })],
  ['glob', folders, (dir_path) => ({ pattern: '*', dir_path, respect_git_ignore: false })],
  ['run_shell_command', folders, (dir_path) => ({ command: 'cat key.txt', dir_path })],
];

describe.each(named)('%s', (tool, paths, input) => {
  test.each(paths)('refuses %s and names the ignore file', async (path) => {
    const outcome = await run(find(tool), input(say(path)));
    expect(outcome).toMatchObject({ ok: false, errorType: 'file_hidden' });
    expect(toText(outcome.content)).toMatch(/is hidden by \.(?:bowline|gemini)ignore, line \d/);
    expect(JSON.stringify(outcome)).not.toContain(CANARY);
  });
});

test.each(named.filter(([tool]) => tool !== 'run_shell_command'))(
  '%s works on files that are not hidden',
  async (tool, paths, input) => {
    const path = paths.includes('secret.txt') ? 'open.txt' : 'src';
    const change = tool === 'replace' ? { old_string: 'nothing' } : {};
    expect(await run(find(tool), { ...input(path), ...change })).toMatchObject({ ok: true });
  },
);

/** Calls that would find hidden files. */
const sweeping: readonly [tool: string, input: object, seen: string][] = [
  ['list_directory', { dir_path: '.', file_filtering_options: { respect_git_ignore: false } }, 'open.txt'],
  ['glob', { pattern: '**', respect_git_ignore: false, respect_gemini_ignore: false }, 'open.txt'],
  ['grep_search', { pattern: `nothing|${CANARY}`, no_ignore: true, names_only: true }, 'open.txt'],
  ['grep_search', { pattern: `nothing|${CANARY}`, no_ignore: true, dir_path: 'src' }, 'a.txt'],
  ['grep_search', { pattern: `nothing|${CANARY}`, include_pattern: '*.txt', no_ignore: true }, 'open.txt'],
  ['read_many_files', { include: ['**', 'src', ...names.slice(0, 10), 'private'] }, 'nothing to see'],
];
test.each(sweeping)('%s does not find it: %j', async (tool, input, seen) => {
  const outcome = await run(find(tool), input);
  expect(toText(outcome.content)).toContain(seen);
  expect(JSON.stringify(outcome)).not.toContain(CANARY);
  if (tool === 'read_many_files') return;
  expect(toText(outcome.content)).not.toMatch(/secret|old\.txt|hard|copy|private|key/);
});

test.each(names)('does not attach @%s, and explains why', async (name) => {
  const { content, notes } = await expandPrompt(`see @${say(name)} and @src/*`, workspace, scope().signal);
  expect(JSON.stringify([content, notes])).not.toContain(CANARY);
  expect(notes).toEqual([expect.stringMatching(/is hidden by \.(?:bowline|gemini)ignore, line \d/)]);
});

test('refuses an edit to a hidden file before asking, and shows nothing of it', async () => {
  for (const tool of ['replace', 'write_file']) {
    const parsed = find(tool).parse({ file_path: 'src/hard.txt', content: 'x', ...edit, old_string: 'y' });
    if (!parsed.ok) throw new Error(parsed.text);
    const shown = [await parsed.call.preview(workspace), await parsed.call.refusal(workspace)];
    expect(JSON.stringify(shown)).not.toContain(CANARY);
  }
});

test('refuses a tool that reads a hidden file through the workspace without checking', async () => {
  for (const path of names.map((name) => join(folder, name)).filter((each) => !/soft|door|alias|\{root/.test(each))) {
    await expect(workspace.files.read(path)).rejects.toMatchObject({ details: { errno: 'EHIDDEN' } });
    await expect(workspace.files.write(path, Buffer.from('x'))).rejects.toMatchObject({
      details: { errno: 'EHIDDEN' },
    });
  }
  await expect(workspace.files.read(join(root, 'other-name/secret.txt'))).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(readFileSync(join(folder, 'secret.txt'), 'utf8')).toBe(CANARY);
});

test('allows a file again once its line is removed', async () => {
  writeFileSync(join(folder, '.bowlineignore'), 'private/\n');
  for (const file_path of ['secret.txt', 'src/soft.txt', 'src/hard.txt', 'behind/key.txt'])
    expect(toText((await run(find('read_file'), { file_path })).content)).toContain(CANARY);
});

test('covers every tool that takes a path', () => {
  const takesPath = ({ parameters }: Tool): boolean =>
    /path|include|director/.test(JSON.stringify(parameters['properties']));
  const tested = new Set([...named, ...sweeping].map(([tool]) => tool));
  const missing = builtInTools.filter((tool) => takesPath(tool) && !tested.has(tool.name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});
