import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandNames, usageOf } from './command-table.ts';
import { shells, toCompletion } from './to-completion.ts';
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
  ])('%s lists only options that it takes', (name, others) => {
    const help = toPrinted([name, '--help']) ?? '';
    const listed = others.filter((option) => new RegExp(`^ .*(?<![\\w-])${option.trim()}(?![\\w-])`, 'm').test(help));
    expect(listed).toEqual([]);
  });

  test('a help flag after -- belongs to what is asked about', () => {
    expect(toPrinted(['policy', 'explain', '--', 'run_shell_command', '--help'])).toBeUndefined();
  });

  test('help on what is not there names what is near', () => {
    expect(() => toPrinted(['help', 'sesions'])).toThrow('there is no command sesions');
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

/** What bash offers for the last of these words. */
function complete(...words: readonly string[]): readonly string[] {
  const script = `source '${fileOf('bash')}'; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _bowline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder })
    .split('\n')
    .filter((line) => line !== '');
}

describe('completion', () => {
  test('bash offers commands, their first words, their options and values', () => {
    expect(complete('bowline', '')).toEqual(commandNames);
    expect(complete('bowline', 'se')).toEqual(['sessions', 'settings', 'serve']);
    expect(complete('bowline', 'sessions', 're')).toEqual(['rewind']);
    expect(complete('bowline', 'approve', '--pro')).toEqual(['--project']);
    expect(complete('bowline', '--approval-mode', '')).toEqual(['default', 'auto_edit', 'yolo', 'plan']);
    expect(complete('bowline', '-o', 'stream')).toEqual(['stream-json']);
    expect(complete('bowline', 'help', 'mod')).toEqual(['models']);
    expect(complete('bowline', 'models', '-o', 'j')).toEqual(['json']);
    expect(complete('bowline', '--max-')).toEqual(['--max-turns', '--max-tokens', '--max-cost', '--max-time']);
  });

  test.each(shells)('%s takes the script, where it is installed', (shell) => {
    const { error, status, stderr } = spawnSync(shell, ['-n', fileOf(shell)], { encoding: 'utf8' });
    const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    expect(shell === 'bash' && isMissing).toBe(false);
    expect(isMissing ? 0 : status, stderr).toBe(0);
    for (const name of commandNames) expect(toCompletion(shell)).toContain(name);
  });

  test('another shell is an error that names those there are', () => {
    expect(() => toPrinted(['completion', 'tcsh'])).toThrow('no completions for tcsh');
  });
});
