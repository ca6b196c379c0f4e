import { join } from 'node:path';
import { bowlineHomeOf, userNameOf } from '@bowline/settings/home';
import type { SessionChoice, TerminalFacts, TuiAbilities, TuiHost } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { toPlainPath } from '../print/to-plain-path.ts';
import { VERSION } from '../version.ts';
import { createPathCompletion } from './abilities/complete-path.ts';
import { copyText } from './abilities/copy-text.ts';
import { editText, pageText } from './abilities/edit-text.ts';
import { createInputHistory, findSecrets } from './abilities/input-history.ts';
import { createNotify } from './abilities/notify.ts';
import { readBranch } from './abilities/read-branch.ts';
import { readImage } from './abilities/read-image.ts';
import { createRunShell } from './abilities/run-shell.ts';
import { createShellNotes } from './abilities/shell-notes.ts';
import { createHostCommands } from './host-commands.ts';
import { toSettingTexts } from './preferences.ts';
import type { Asked } from './open-for-screen.ts';
import type { ScreenEnv, ScreenWish } from './screen-env.ts';
import type { ScreenSettings } from './screen-settings.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** What the host needs. */
export interface HostParts {
  readonly wish: ScreenWish;
  readonly env: ScreenEnv;
  readonly settings: ScreenSettings;
  readonly keeper: SessionKeeper;
}

/** Creates the host of the TUI. Each ability loads what it needs when it is used. */
export function createHost(parts: HostParts): TuiHost {
  const { wish, env, settings } = parts;
  const loadCommandEnv = async (): Promise<CommandEnv> => toCommandEnv(env, await env.loadMachine());
  const { text: prompt } = wish.prompt;
  return {
    terminal: toTerminal(parts),
    user: userNameOf(env.env),
    place: {
      folder: toPlainPath(`${env.cwd}/`, env.home).replace(/(?<=.)\/$/, ''),
      home: env.home,
      version: VERSION,
    },
    preferences: settings.preferences,
    abilities: createAbilities(parts, loadCommandEnv),
    commands: createHostCommands({ loadCommandEnv, cwd: env.cwd, keeper: parts.keeper, sandbox: wish.prompt.sandbox }),
    start: { choice: toChoice(wish), prompt: prompt === '' ? undefined : prompt },
  };
}

function toTerminal({ wish, env, settings }: HostParts): TerminalFacts {
  const { stdin, stdout } = env;
  const depth = stdout.getColorDepth(env.env);
  const isScreenReader = wish.isScreenReader || settings.isScreenReader;
  return {
    stdin,
    stdout,
    colours: depth === 24 || depth === 8 || depth === 4 ? depth : 0,
    colourFgBg: env.env['COLORFGBG'],
    isDarkGround: env.asked.isDarkGround,
    custom: settings.customThemes,
    isAscii: isAscii(settings.glyphs, env),
    isScreenReader,
  };
}

/** Whether signs are drawn with ASCII only. */
function isAscii(wished: ScreenSettings['glyphs'], { env, platform, asked }: ScreenEnv): boolean {
  if (wished !== 'auto') return wished === 'ascii';
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? '';
  // Terminals of macOS and Windows always use UTF-8, often without a locale.
  const isUtf8 = /utf-?8/i.test(locale) || platform === 'darwin' || platform === 'win32';
  return !isUtf8 || env['TERM'] === 'linux' || asked.hasWideLines === true;
}

function toChoice({ prompt, attachTo }: ScreenWish): SessionChoice {
  if (attachTo !== undefined) return { kind: 'resume', sessionId: attachTo };
  const { resume: sessionId, isTakeover } = prompt;
  return sessionId === undefined ? { kind: 'new' } : { kind: 'resume', sessionId, isTakeover };
}

/** The environment of commands in the TUI, without a keyboard. */
function toCommandEnv({ cwd, env, home }: ScreenEnv, machine: CommandEnv['machine']): CommandEnv {
  return {
    stdout: () => undefined,
    stderr: () => undefined,
    status: () => undefined,
    isStderrTty: false,
    isStdoutTty: true,
    isStdinTty: true,
    readStdin: async () => '',
    cwd,
    env,
    home,
    machine,
    signal: new AbortController().signal,
  };
}

function createAbilities(
  { wish, env, settings, keeper }: HostParts,
  loadCommandEnv: () => Promise<CommandEnv>,
): TuiAbilities {
  const { cwd, home, stdout, platform } = env;
  const bowlineHome = bowlineHomeOf(env.env);
  let { preferences } = settings;
  let isFirst = true;
  const shown = new Set<string>();
  const asked = new Set<Asked>();
  const notes = createShellNotes();
  const runShell = createRunShell({ ...env, env: env.env });
  const write = (sequence: string): void => void stdout.write(sequence);
  const history = createInputHistory(join(bowlineHome, 'history'), findSecrets(env.env));
  const { dialect } = settings;
  const places = { platform, env: env.env, write };
  return {
    open: async (choice) => {
      const { openForScreen } = await import('./open-for-screen.ts');
      const isAttach = isFirst && wish.attachTo !== undefined;
      const place = { keeper, isRunning: env.isRunning, told: shown, asked };
      const opening = { choice, args: wish.prompt, isFirst, isAttach, ...place };
      const opened = await openForScreen(opening, await loadCommandEnv());
      // Opened again once a model is connected.
      isFirst = opened.connecting !== undefined;
      // Not earlier: garbage collection while modules load would cost a sixth of the wait.
      env.keepHeapSmall();
      return opened;
    },
    branch: async () => await readBranch(cwd),
    completePath: createPathCompletion({
      workspace: cwd,
      home,
      now: Date.now,
      list: async function* (signal) {
        const { listTypableFiles } = await import('./list-typable-files.ts');
        yield* listTypableFiles(cwd, await env.loadMachine(), signal);
      },
    }),
    expand: async (text, signal) => {
      const { expandForScreen } = await import('./expand-for-screen.ts');
      return await expandForScreen(
        { text, signal, notes, directories: wish.prompt.directories, workspace: wish.prompt.workspace },
        await loadCommandEnv(),
      );
    },
    runShell: async (command, watch) => {
      const outcome = await runShell(command, watch);
      notes.add(command, outcome);
      return outcome;
    },
    edit: async (text, extension) => {
      const preferred = settings.preferredEditor ?? undefined;
      return await editText({ text, extension }, { env: env.env, preferred });
    },
    fixedContext: async (model) =>
      await (await import('./fixed-context.ts')).readFixedContext(model, wish.prompt, await loadCommandEnv()),
    suspend: env.suspend,
    page: async (text) => {
      await pageText(text, env.env);
    },
    readImage: async (path) => await readImage(path, { cwd, home, platform, env: env.env }),
    copy: async (text) => {
      await copyText(text, places);
    },
    notify: createNotify(() => preferences.notifications, { ...places, now: Date.now, dialect }),
    ...createSessionAbilities(loadCommandEnv),
    history: history.read,
    remember: history.remember,
    savePreference: async (changed) => {
      preferences = { ...preferences, ...changed };
      const { requireKey, writeSetting } = await import('@bowline/settings');
      for (const [key, text] of toSettingTexts(changed)) writeSetting({ key: requireKey(key), text, bowlineHome });
    },
  };
}

/** What can be done with sessions that are not open. */
function createSessionAbilities(
  loadCommandEnv: () => Promise<CommandEnv>,
): Pick<TuiAbilities, 'sessions' | 'preview' | 'previewFiles' | 'rename' | 'remove'> {
  const load = async () => await Promise.all([import('./list-sessions.ts'), loadCommandEnv()]);
  return {
    sessions: async () => {
      const [{ listSessions }, env] = await load();
      return await listSessions(env);
    },
    preview: async (sessionId) => {
      const [{ previewSession }, env] = await load();
      return await previewSession(sessionId, env);
    },
    previewFiles: async (sessionId, action) => {
      const [{ createSessionFiles }, { machine }] = await Promise.all([import('@bowline/assembly'), loadCommandEnv()]);
      return await createSessionFiles(sessionId, machine).preview(action);
    },
    rename: async (sessionId, title) => {
      const [{ rename }, env] = await load();
      await rename(sessionId, title, env);
    },
    remove: async (sessionId) => {
      const [{ removeSession }, env] = await load();
      await removeSession(sessionId, env);
    },
  };
}
