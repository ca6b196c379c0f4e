import { bowlineHomeOf, findTrustable, inspectModels, whatTrustAllows, type OpenedSettings } from '@bowline/assembly';
import { AgentError, type InputRequest } from '@bowline/protocol';
import type { OpenedTui } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { checkKey, toKey } from '../commands/check-key.ts';
import { toPlainPath } from '../commands/to-plain-path.ts';
import { QuestionFirstAgent, type FirstQuestion } from './question-first-agent.ts';

/** What is known of a session that is opened once a question is answered. */
type Waiting = Pick<FirstQuestion, 'sessionId' | 'open'>;

/** A folder about which nobody has said anything, with what trusting it would put to use. */
export interface TrustQuestion {
  readonly folder: string;
  readonly found: readonly string[];
  readonly trust: OpenedSettings['folders'];
}

/** Whether there is something to ask about trust: an undecided folder that brings something, or any when it is asked for. */
export function findTrustQuestion(
  { trust, folders }: OpenedSettings,
  { home }: CommandEnv,
  isWanted: boolean,
): TrustQuestion | undefined {
  if (trust === undefined || trust.isTrusted || trust.folder === home) return undefined;
  if (trust.level !== 'none' && !isWanted) return undefined;
  const found = findTrustable(trust.folder);
  return found.length === 0 && !isWanted ? undefined : { folder: trust.folder, found, trust: folders };
}

/** Asks whether a folder is trusted, and opens the session with the answer. */
export function askTrust(
  { question, ...waiting }: Waiting & { readonly question: TrustQuestion },
  env: CommandEnv,
): OpenedTui {
  const { folder, found, trust } = question;
  const used = found.length === 0 ? 'nothing yet' : found.join(', ');
  let warnings: readonly string[] = [];
  return toOpened({
    sessionId: waiting.sessionId,
    request: toTrustRequest(question, env),
    take: async (answer) => {
      const [chosen] = answer?.kind === 'choice' ? answer.optionIds : [];
      if (chosen !== 'folder' && chosen !== 'parent') return;
      const added = trust.add(folder, chosen === 'folder' ? 'TRUST_FOLDER' : 'TRUST_PARENT');
      const root = toPlainPath(added.root, env.home);
      warnings = [`Trusted ${root}. Used from now on: ${used}. /permissions remove takes it back`, ...added.warnings];
    },
    open: async () => {
      const opened = await waiting.open();
      return { ...opened, warnings: [...warnings, ...opened.warnings] };
    },
  });
}

function toTrustRequest({ folder, found }: TrustQuestion, { home }: CommandEnv): InputRequest {
  const parent = folder.slice(0, Math.max(1, folder.lastIndexOf('/')));
  const used = found.length === 0 ? 'Nothing in it would be used yet.' : `It would use: ${found.join(', ')}.`;
  return {
    kind: 'choice',
    inputId: 'trust',
    title: `Do you trust ${toPlainPath(folder, home)}? ${used} What these files name may run programs as you.`,
    multiple: false,
    options: [
      { id: 'later', label: 'Not now', description: 'only your own settings are used; /trust asks again' },
      { id: 'folder', label: 'Trust this folder', description: whatTrustAllows[0] ?? '' },
      { id: 'parent', label: `Trust ${toPlainPath(parent, home)}`, description: 'and every folder in it' },
    ],
  };
}

/** Asks for the key of a provider, tries it, stores it, and opens the session with it. */
export function askKey(
  { provider, settings, ...waiting }: Waiting & { readonly provider: string; readonly settings: OpenedSettings },
  env: CommandEnv,
): OpenedTui {
  const inspection = inspectModels(settings, { env: env.env, bowlineHome: bowlineHomeOf(env.env) });
  const { credentials, providers, signIn } = inspection;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  const stored = credentials.stored().includes(provider);
  const variable = entry?.keyEnv[0];
  const lack = stored ? `Enter a new API key for ${provider}.` : `There is no API key for ${provider} yet.`;
  const other = stored || variable === undefined ? '' : ` Or quit and set ${variable}.`;
  const instead = provider === 'gemini' && !stored && signIn !== undefined ? ` ${signIn}.` : '';
  const request: InputRequest = {
    kind: 'credential',
    inputId: 'key',
    title: `${lack} It is tried, then stored in a file that only you can read.${other}${instead}`,
    service: provider,
    ...(entry?.keyUrl === undefined ? {} : { url: entry.keyUrl }),
  };
  let told: readonly string[] = [];
  return toOpened({
    ...waiting,
    request,
    open: async () => {
      const opened = await waiting.open();
      return { ...opened, warnings: [...told, ...opened.warnings] };
    },
    take: async (answer) => {
      if (answer === null) return;
      if (answer.kind !== 'credential')
        throw new AgentError('SEND_INVALID', `a key is asked for, not a ${answer.kind}`);
      const apiKey = toKey(answer.secret, 'paste the key alone');
      await checkKey(inspection, { provider, apiKey, signal: env.signal });
      credentials.set(provider, apiKey);
      told = [`The API key for ${provider} was tried and stored`];
    },
  });
}

function toOpened(question: FirstQuestion): OpenedTui {
  const agent = new QuestionFirstAgent(question);
  const close = async (): Promise<void> => {
    await agent.close();
  };
  return { agent, isUnfinished: false, isAttached: false, isSetup: true, warnings: [], close };
}
