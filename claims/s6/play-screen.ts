import { openModelServer } from '@bowline/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostileScenes, lineFor, nameFor, openHostileStage, textFor, type Scene } from './hostile-stage.ts';
import { openPty, type Pty } from './open-pty.ts';

/** How the screen is opened. */
export interface ScreenPlan {
  readonly cli: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** The build without cleaning, where expected text may never appear, so the wait is short. */
  readonly isUnclean?: boolean;
}

interface Step {
  readonly keys: string;
  readonly until: RegExp;
}

/** A panel or a list appears shortly after its key. */
const PAUSE_MS = 150;
const PATIENCE = { clean: 40_000, unclean: 600, uncleanTurn: 5000 };
const [ENTER, ESCAPE, INTERRUPT, FIND] = ['\r', '\u001B', '\u0003', '\u0010'];

const paste = (text: string): string => `\u001B[200~${text}\u001B[201~`;

/** Everything that can be shown after the turn, one step after the other. */
function toSteps(): readonly Step[] {
  return [
    { keys: paste('again') + ENTER, until: /✗ |Error: / },
    { keys: '!cat output.txt; echo done-here', until: /done-here/ },
    { keys: ENTER, until: /✓|, done/ },
    { keys: paste(textFor('paste')), until: /Zq/ },
    { keys: INTERRUPT, until: /[^]/ },
    { keys: '@Zq', until: /Zq.*Zq/s },
    { keys: INTERRUPT, until: /[^]/ },
    ...['/settings list --all', '/memory show', '/policies list', '/pending', '/stats'].flatMap((line) => typed(line)),
    { keys: ESCAPE, until: /[^]/ },
    ...typed('/resume'),
    { keys: ESCAPE, until: /[^]/ },
    ...typed('/rewind'),
    { keys: ESCAPE, until: /[^]/ },
    { keys: FIND, until: /Go to/ },
    { keys: ESCAPE, until: /[^]/ },
    { keys: `${paste(`/${nameFor('unknown command').replaceAll(/\s/g, '')}`)}${ENTER}`, until: /Unknown command/ },
  ];
}

const typed = (line: string): readonly Step[] => [
  { keys: line, until: new RegExp(line.slice(-4)) },
  { keys: ENTER, until: /[^]/ },
];

/** The output of the program, by scene. */
export async function playScreen(plan: ScreenPlan): Promise<readonly string[]> {
  // Without cleaning the waits are short, so these scenes run one at a time to have the machine to themselves.
  if (plan.isUnclean !== true) return await Promise.all(hostileScenes().map((scene) => playScene(scene, plan)));
  const written: string[] = [];
  for (const scene of hostileScenes()) written.push(await playScene(scene, plan));
  return written;
}

async function playScene({ steps, isAsked }: Scene, plan: ScreenPlan): Promise<string> {
  const { cli, flags = [], env = {}, columns = 110, isUnclean = false } = plan;
  const stage = openHostileStage();
  const server = await openModelServer(steps);
  const pty = openPty([process.execPath, cli, '--trust', ...flags], {
    ...{ cwd: stage.workspace, env: { ...stage.env(server.url), ...env }, columns },
  });
  const ms = isUnclean ? PATIENCE.unclean : PATIENCE.clean;
  try {
    if (!(await pty.shows(/Type a request/, { since: 0, ms: PATIENCE.clean }))) throw new Error(told(pty, 0));
    const until = isAsked ? /Tab to answer/ : /Found it/;
    // The turn runs commands, so the wait is longer even without cleaning.
    const go = { keys: paste(`go ${lineFor('message of a person')}`) + ENTER, until };
    await take(go, pty, { ms: isUnclean ? PATIENCE.uncleanTurn : PATIENCE.clean, isUnclean });
    if (!isAsked) for (const step of toSteps()) await take(step, pty, { ms, isUnclean });
    return pty.written();
  } finally {
    pty.close();
    await server.close();
    stage.close();
  }
}

async function take(
  { keys, until }: Step,
  pty: Pty,
  { ms, isUnclean }: { readonly ms: number; readonly isUnclean: boolean },
): Promise<void> {
  const since = pty.written().length;
  pty.type(keys);
  const isShown = await pty.shows(until, { since, ms });
  if (!isShown && !isUnclean)
    throw new Error(`${JSON.stringify(keys)}: ${String(until)} did not come: ${told(pty, since)}`);
  await sleep(PAUSE_MS);
}

function told(pty: Pty, since: number): string {
  return JSON.stringify(pty.written().slice(since).slice(-3000));
}
