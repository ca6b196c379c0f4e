import { builtInTools } from '@bowline/tools';
import { describe, expect, test } from 'vitest';
import { callPaths } from '../../packages/guard/src/safety/call-paths.ts';
import { knownTools } from '../../packages/policy/src/rules/tool-names.ts';

const pathKeys = ['file_path', 'dir_path'];

const pathKeysOf = ({ parameters }: (typeof builtInTools)[number]): readonly string[] =>
  pathKeys.filter((key) => JSON.stringify(parameters).includes(`"${key}":`));

describe('Built-in tools in other packages', () => {
  test('policies know every built-in tool', () => {
    expect(builtInTools.map(({ name }) => name).filter((name) => !knownTools.includes(name))).toEqual([]);
  });

  test('safety checks know the paths of every built-in tool and do not guess them', () => {
    const taking = builtInTools.filter((tool) => pathKeysOf(tool).length > 0);
    expect(taking.length).toBeGreaterThan(5);
    const guessed = taking.filter((tool) => {
      const args = Object.fromEntries(pathKeysOf(tool).map((key) => [key, 'a']));
      const paths = callPaths({ name: tool.name, args, effect: tool.effect });
      return paths.length === 0 || paths.some(({ isGuess }) => isGuess);
    });
    expect(guessed.map(({ name }) => name)).toEqual([]);
  });
});
