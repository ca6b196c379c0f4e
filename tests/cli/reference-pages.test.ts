import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInTools } from '@bowline/tools';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../packages/cli/src/exit-codes.ts';
import { HELP } from '../../packages/cli/src/help.ts';
import { exitCodeHelp } from '../../packages/cli/src/texts/general-help.ts';
import { createHostCommands } from '../../packages/cli/src/interactive/host-commands.ts';
import { helpKeys } from '../../packages/tui/src/texts/command-texts.ts';
import { createBuiltInCommands } from '../../packages/tui/src/commands/built-in-commands.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const missing = (page: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => !page.includes(name));

describe('Reference pages', () => {
  it('commands.md lists every command of the command line', () => {
    const names = [...HELP.matchAll(/^ +bowline ([a-z]+)/gm)].map(([, name = '']) => `\`bowline ${name}`);
    expect(names.length).toBeGreaterThan(10);
    expect(missing(read('commands.md'), names)).toEqual([]);
  });

  it('commands.md lists every slash command and its aliases', () => {
    const parts = {} as Parameters<typeof createHostCommands>[0]; // commands use it only when they run
    const commands = [...createBuiltInCommands([]), ...createHostCommands(parts)];
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(names.length).toBeGreaterThan(20);
    const page = read('commands.md');
    expect(names.filter((name) => !page.includes(`\`/${name}\``) && !page.includes(`\`/${name} [`))).toEqual([]);
  });

  it('commands.md or approvals.md lists every key that the help lists', () => {
    const pages = read('commands.md') + read('approvals.md');
    const keys = helpKeys.flatMap(({ key }) => key.match(/(?:Ctrl|Alt|Shift)-\w+|Esc Esc/g) ?? []);
    expect(keys.length).toBeGreaterThan(8);
    expect(missing(pages, keys)).toEqual([]);
  });

  it('tools.md lists every built-in tool', () => {
    expect(
      missing(
        read('tools.md'),
        builtInTools.map(({ name }) => `| \`${name}\` |`),
      ),
    ).toEqual([]);
  });

  it('headless.md lists every exit code', () => {
    const codes = Object.keys(exitCodeHelp).map((name) => `| ${EXIT[name as keyof typeof EXIT]} |`);
    expect(missing(read('headless.md'), codes)).toEqual([]);
  });
});
