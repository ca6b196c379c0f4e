import type { ShellReader } from '../../packages/policy/src/shell/shell-line.ts';
import { createApproval } from './create-approval.ts';
import { openBatchOracle, type Effect } from './open-batch-oracle.ts';
import { redCases } from '../shell-lines/shell-corpus.ts';

/** Lines with a known effect each, to check that the oracle detects every kind. */
const CONTROLS: readonly (readonly [kind: Effect['kind'], line: string])[] = [
  ['file', 'sort -o new a.txt'],
  ['file', 'rm b.txt'],
  ['port', 'cat < /dev/tcp/127.0.0.1/PORT'],
  ['port', 'echo x > /dev/udp/127.0.0.1/PORT'],
  ['secret', 'cat ../outside/secret.txt'],
  ['secret', 'base64 ~/.ssh/id_rsa'],
  ['secret', 'ps axeww'],
  ['process', 'setsid -f sleep 9'],
];

/** The results of the red team's lines, and of the control lines for the oracle. */
export interface RedFigures {
  readonly [figure: string]: number;
  readonly redCases: number;
  /** Approved and then run. */
  readonly redRun: number;
  readonly redEffects: number;
  readonly controls: number;
  readonly controlsSeen: number;
}

/** Decides every line as the product does, and runs those that need no approval. */
export async function measureRedCases(reader: ShellReader, say: (line: string) => void): Promise<RedFigures> {
  const oracle = await openBatchOracle();
  try {
    const approve = createApproval(reader, oracle.scratch());
    const withPort = (line: string): string => line.replaceAll('PORT', String(oracle.port));
    const approved: string[] = [];
    for (const [, line] of redCases) if (await approve(withPort(line))) approved.push(withPort(line));
    const effects = await oracle.run(approved);
    for (const { kind, what, line } of effects) say(`effect (${kind}: ${what}): ${JSON.stringify(line)}`);
    let controlsSeen = 0;
    for (const [kind, line] of CONTROLS) {
      const found = await oracle.run([withPort(line)]);
      if (found.some((effect) => effect.kind === kind)) controlsSeen += 1;
      else say(`not seen: ${JSON.stringify(line)}`);
    }
    return {
      redCases: redCases.length,
      redRun: approved.length,
      redEffects: effects.length,
      controls: CONTROLS.length,
      controlsSeen,
    };
  } finally {
    await oracle.close();
  }
}
