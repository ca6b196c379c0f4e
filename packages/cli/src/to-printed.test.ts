import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandNames, usageOf } from './usage/command-table.ts';
import { shells, toCompletion } from './usage/to-completion.ts';
import { toPrinted } from './to-printed.ts';

describe('help', () => {
  test.each(commandNames)('%s has its own options and examples', (name) => {
    const help = toPrinted([name, '--help']) ?? '';
    expect(help).toMatch(new RegExp(`^bowline ${name} `));
    for (const option of Object.keys(usageOf(name).options)) expect(help).toContain(`--${option}`);
    for (const verb of Object.keys(usageOf(name).verbs ?? {})) expect(help).toMatch(new RegExp(`^  ${verb} `, 'm'));
    expect(help).toMatch(/\n {2}Examples\n {4}\S/);
    expect(toPrinted(['help', name])).toBe(help);
    expect(toPrinted(['--help'])).toContain(`bowline ${name} `);
  });

  test.each([
    ['attach', ['--prompt ', '--output-format', '--json-schema', '--compact', '--resume', '--session-id', '--debug']],
    ['worker', ['--host', '--name', '--port', '--tokens', '--dev', '--migrate']],
  ])('%s lists only its own options', (name, others) => {
    const help = toPrinted([name, '--help']) ?? '';
    const listed = others.filter((option) => new RegExp(`^ .*(?<![\\w-])${option.trim()}(?![\\w-])`, 'm').test(help));
    expect(listed).toEqual([]);
  });

  test('a help flag after -- belongs to the tool call', () => {
    expect(toPrinted(['policy', 'explain', '--', 'run_shell_command', '--help'])).toBeUndefined();
  });

  test('help for an unknown command suggests the nearest one', () => {
    expect(() => toPrinted(['help', 'sesions'])).toThrow('Unknown command: sesions');
    expect(toPrinted(['-p', 'help'])).toBeUndefined();
  });
});

const folder = mkdtempSync(join(tmpdir(), 'bowline-completion-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const fileOf = (shell: (typeof shells)[number]): string => {
  const file = join(folder, `completion.${shell}`);
  writeFileSync(file, toCompletion(shell));
  return file;
};

/** The completions of bash for the last word. */
function complete(...words: readonly string[]): readonly string[] {
  const script = `source '${fileOf('bash')}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _bowline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder })
    .split('\n')
    .filter((line) => line !== '');
}

describe('completion', () => {
  test('bash completes commands, subcommands, options and values', () => {
    expect(complete('bowline', '')).toEqual(commandNames);
    expect(complete('bowline', 'se')).toEqual(['sessions', 'settings', 'serve']);
    expect(complete('bowline', 'sessions', 're')).toEqual(['rewind', 'restore', 'rename']);
    expect(complete('bowline', 'approve', '--pro')).toEqual(['--project']);
    expect(complete('bowline', '--approval-mode', '')).toEqual(['default', 'auto_edit', 'yolo', 'plan', 'preview']);
    expect(complete('bowline', '-o', 'stream')).toEqual(['stream-json']);
    expect(complete('bowline', 'help', 'mod')).toEqual(['models']);
    expect(complete('bowline', 'models', '-o', 'j')).toEqual(['json']);
    expect(complete('bowline', '--max-')).toEqual(['--max-turns', '--max-tokens', '--max-cost', '--max-time']);
  });

  test.each(shells)('%s accepts the script, if it is installed', (shell) => {
    const { error, status, stderr } = spawnSync(shell, ['-n', fileOf(shell)], { encoding: 'utf8' });
    const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    expect(shell === 'bash' && isMissing).toBe(false);
    expect(isMissing ? 0 : status, stderr).toBe(0);
    for (const name of commandNames) expect(toCompletion(shell)).toContain(name);
  });

  test('an unknown shell is an error that lists the supported ones', () => {
    expect(() => toPrinted(['completion', 'tcsh'])).toThrow('No completions for tcsh');
  });
});
