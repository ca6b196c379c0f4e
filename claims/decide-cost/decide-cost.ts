import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTools } from '@bowline/tools';
import { openLocalWorkspace } from '@bowline/workspace';
import { openGuard } from '../../packages/guard/src/policy/open-guard.ts';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';

const LIMIT_MS = 5;
const RULES = 200;

/** The number of disk lookups in a decision, one after the other: their time depends on the machine, not on Bowline. */
const LOOKS = 15;
/** The p99 time of these lookups on an idle machine. If they take longer, the quick form allows proportionally more. */
const IDLE_LOOKS_MS = 2;

type Call = readonly [name: string, args: Record<string, string>];

const calls: readonly Call[] = [
  ['read_file', { file_path: 'src/a.ts' }],
  ['write_file', { file_path: 'src/b.ts', content: 'export const b = 1;\n'.repeat(100) }],
  ['replace', { file_path: 'src/a.ts', instruction: 'x', old_string: 'a', new_string: 'b' }],
  ['run_shell_command', { command: 'git status && ls -la src | wc -l' }],
  ['run_shell_command', { command: 'npm test -- --run && npx tsc -p . | tail -n 20' }],
  ['run_shell_command', { command: "find . -name '*.ts' -exec grep -l foo {} \\; | xargs -n1 sed -n '1,5p'" }],
  ['grep_search', { pattern: 'foo' }],
];

/** Measures the cost of deciding a call: rules, shell grammar, and safety checks with their disk lookups. */
export const decideCost: Claim = {
  id: 'decide-cost',
  sentence: `Deciding a call takes less than ${LIMIT_MS} ms at p99, with ${RULES} rules and every safety check on. If ${LOOKS} disk lookups, alternating with the decisions, take longer than ${IDLE_LOOKS_MS} ms at p99, the quick form allows proportionally more.`,
  async run({ isQuick, say }) {
    const home = mkdtempSync(join(tmpdir(), 'bowline-decide-'));
    const root = join(home, 'work');
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, 'src', 'a.ts'), 'export const a = 1;\n');
    writeFileSync(join(home, 'rules.toml'), rules());
    const workspace = openLocalWorkspace({
      root,
      directories: [],
      stateFolder: join(home, 'state'),
      supervisorEntry: '',
      execPath: '',
      execArgv: [],
      env: {},
    });
    try {
      const guard = await openGuard({
        home,
        bowlineHome: home,
        root,
        isTrusted: true,
        files: [join(home, 'rules.toml')],
        isInteractive: true,
        canAsk: true,
        workspace,
        directories: [],
        environment: {},
      });
      const context = { mode: 'default', grants: [] } as const;
      const looks: number[] = [];
      const round = async (): Promise<readonly number[]> => {
        const took: number[] = [];
        for (let n = 0; n < (isQuick ? 150 : 1000); n += 1) {
          for (const [name, args] of calls) {
            const effect = builtInTools.find((tool) => tool.name === name)?.effect ?? 'execute';
            const began = performance.now();
            await guard.decide({ name, args, effect, executor: 'local' }, context);
            took.push(performance.now() - began);
          }
          const began = performance.now();
          for (let look = 0; look < LOOKS; look += 1) await stat(root);
          looks.push(performance.now() - began);
        }
        return took;
      };
      const [first = 0] = await round(); // loads the grammar and warms up
      const rounds = [await round(), await round(), await round()];
      const best = (share: number): number => Math.min(...rounds.map((took) => quantile(took, share)));
      const [p50Ms, p99Ms] = [toShort(best(0.5)), toShort(best(0.99))];
      const looksP99Ms = toShort(quantile(looks, 0.99));
      const allowed = LIMIT_MS * (isQuick ? Math.max(1, looksP99Ms / IDLE_LOOKS_MS) : 1);
      say(`median ${p50Ms} ms, 99th of 100 ${p99Ms} ms; ${LOOKS} looks at the disk ${looksP99Ms} ms`);
      return {
        holds: p99Ms < allowed,
        figures: { looksP99Ms, decisions: rounds.flat().length, p50Ms, p99Ms, firstMs: toShort(first), rules: RULES },
        against: `the limit of ${LIMIT_MS} ms that the decision record sets; ${calls.length} kinds of calls in turn, the best of three rounds`,
      };
    } finally {
      workspace.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

function rules(): string {
  const one = (n: number): string =>
    `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "tool${n} sub"\ndecision = "allow"\npriority = ${n}\n`;
  return Array.from({ length: RULES }, (_, n) => one(n)).join('\n');
}

const toShort = (ms: number): number => Math.round(ms * 100) / 100;
