import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModelServer, type ModelServer } from '@bowline/testkit';
import { openTerminal, type Terminal } from '../../tests/tui/open-terminal.ts';
import type { Look, Window } from './looks.ts';
import { modelSteps } from './model-script.ts';
import { writePrograms, writeProject } from '../../tests/tui/write-parser-project.ts';

/** The built program in the project of the specified screens, in one window and one look. */
export interface ScreensStage {
  readonly look: Look;
  readonly window: Window;
  readonly server: ModelServer;
  /** Opens a terminal with the program in it. */
  readonly open: (start?: { readonly hasKey?: boolean; readonly argv?: readonly string[] }) => Terminal;
  /** Keeps the tests of the project from ending, as at first, or lets them end. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Everything that the program wrote to its terminals, without what it wrote first. */
  readonly written: () => string;
  readonly close: () => Promise<void>;
}

/** Where the stage is, and what is played on it. */
export interface ScreensStageOptions {
  readonly folder: string;
  readonly cli: string;
  readonly look: Look;
  readonly window: Window;
}

/** Opens a stage in a folder of its own. */
export async function openScreensStage({ folder, cli, look, window }: ScreensStageOptions): Promise<ScreensStage> {
  const home = join(folder, `${look.name}-${window.columns}`.replaceAll(' ', '-'));
  const cwd = writeProject(home);
  const programs = writePrograms(home);
  const hold = (): void => {
    writeFileSync(join(home, 'hold'), '');
  };
  hold();
  const server = await openModelServer(modelSteps);
  const terminals: Terminal[] = [];
  const records: (() => string)[] = [];
  const settings = { security: { sandbox: 'off' }, model: { name: 'gemini-2.5-pro' }, ui: look.ui };
  const open: ScreensStage['open'] = ({ hasKey = true, argv = [] } = {}) => {
    const own = join(home, hasKey ? '.bowline' : '.first');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'settings.json'), JSON.stringify(hasKey ? settings : { ...settings, model: {} }));
    writeFileSync(join(own, 'trusted-folders.json'), JSON.stringify({ [cwd]: 'TRUST_FOLDER' }));
    const env = {
      PATH: `${programs}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      BOWLINE_HOME: own,
      LANG: 'C.UTF-8',
      GOOGLE_GEMINI_BASE_URL: server.url,
      ...look.env,
      ...(hasKey ? { GEMINI_API_KEY: 'none' } : {}),
    };
    const terminal = openTerminal({ command: [...command, ...argv], cwd, env, ...window });
    terminals.push(terminal);
    records.push(terminal.record());
    return terminal;
  };
  const { TERM, COLORTERM } = look.env;
  // tmux has all colors, and says so.
  const colors = COLORTERM === undefined ? ['-u', 'COLORTERM', '-u', 'TMUX'] : [`COLORTERM=${COLORTERM}`];
  const command = ['env', ...colors, `TERM=${TERM}`, process.execPath, cli];
  return {
    look,
    window,
    server,
    open,
    hold,
    release: () => {
      rmSync(join(home, 'hold'));
    },
    written: () => records.map((read) => read()).join(''),
    close: async () => {
      for (const terminal of terminals) terminal.close();
      await server.close();
    },
  };
}
