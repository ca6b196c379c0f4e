import { bowlineHomeOf, type OpenedSettings } from '@bowline/settings';
import { findTrustable, whatTrustAllows } from '@bowline/guard';
import { inspectModels } from '@bowline/providers';
import type { InputRequest } from '@bowline/protocol';
import { toScreenWords, type OpenedTui } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { checkKey, toKey } from '../models/check-key.ts';
import { toPlainPath } from '../print/to-plain-path.ts';
import { usageError } from '../texts/error-text.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { toQuestionFirst, type FirstQuestion } from './question-first-agent.ts';

/** A session that opens once a question is answered. */
type Waiting = Pick<FirstQuestion, 'sessionId' | 'open'>;

/** What an answer did, and what the user should know about it. */
type Told = Partial<Pick<OpenedTui, 'notes' | 'warnings'>>;

function withTold(opened: OpenedTui, { notes = [], warnings = [] }: Told): OpenedTui {
  return {
    ...opened,
    notes: [...notes, ...(opened.notes ?? [])],
    warnings: [...warnings, ...opened.warnings],
  };
}

/** An undecided folder, and the files that trusting it would enable. */
export interface TrustQuestion {
  readonly folder: string;
  readonly found: readonly string[];
  readonly trust: OpenedSettings['folders'];
}

/** The question about trust: for an undecided folder with configuration, or for any folder if `isWanted`. */
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

/** Asks whether to trust a folder, then opens the session. */
export function askTrust(
  { question, ...waiting }: Waiting & { readonly question: TrustQuestion },
  env: CommandEnv,
): OpenedTui {
  const { folder, found, trust } = question;
  const used = found.length === 0 ? screenTexts.nothingYet : found.join(', ');
  let told: Told = {};
  return toQuestionFirst({
    sessionId: waiting.sessionId,
    request: toTrustRequest(question, env),
    take: async (answer) => {
      const [chosen] = answer?.kind === 'choice' ? answer.optionIds : [];
      if (chosen !== 'folder' && chosen !== 'parent') return;
      const added = trust.add(folder, chosen === 'folder' ? 'TRUST_FOLDER' : 'TRUST_PARENT');
      const root = toPlainPath(added.root, env.home);
      told = { notes: [screenTexts.trusted(root, used)], warnings: added.warnings };
    },
    open: async () => withTold(await waiting.open(), told),
  });
}

function toTrustRequest({ folder, found }: TrustQuestion, { home }: CommandEnv): InputRequest {
  const parent = folder.slice(0, Math.max(1, folder.lastIndexOf('/')));
  return {
    kind: 'choice',
    inputId: 'trust',
    title: screenTexts.askTrust(toPlainPath(folder, home), found),
    multiple: false,
    options: [
      { id: 'later', ...screenTexts.trustOptions.later },
      { id: 'folder', ...screenTexts.trustOptions.folder, description: whatTrustAllows[0] ?? '' },
      { id: 'parent', ...screenTexts.trustOptions.parent(toPlainPath(parent, home)) },
    ],
  };
}

/** Asks for the key of a provider, tests and stores it, then opens the session. */
export function askKey(
  { provider, settings, ...waiting }: Waiting & { readonly provider: string; readonly settings: OpenedSettings },
  env: CommandEnv,
): OpenedTui {
  const inspection = inspectModels(settings, { env: env.env, bowlineHome: bowlineHomeOf(env.env) });
  const { credentials, providers, signIn } = inspection;
  const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  const placesOf = (): readonly string[] => (entry === undefined ? [] : credentials.places(provider, entry));
  const hasKey = placesOf().length > 0;
  const variable = entry?.keyEnv[0];
  const lack = hasKey ? screenTexts.newKey(provider) : screenTexts.noKey(provider);
  const other = hasKey || variable === undefined ? '' : screenTexts.orVariable(variable);
  const instead = provider === 'gemini' && !hasKey && signIn !== undefined ? ` ${toScreenWords(signIn)}.` : '';
  const request: InputRequest = {
    kind: 'credential',
    inputId: 'key',
    title: `${lack}${screenTexts.keyIsTested}${other}${instead}`,
    service: provider,
    ...(entry?.keyUrl === undefined ? {} : { url: entry.keyUrl }),
  };
  let told: Told = {};
  return toQuestionFirst({
    ...waiting,
    request,
    open: async () => withTold(await waiting.open(), told),
    take: async (answer) => {
      if (answer === null) return;
      if (answer.kind !== 'credential') throw usageError(screenTexts.notAKey(answer.kind));
      const apiKey = toKey(answer.secret, screenTexts.pasteKey);
      await checkKey(inspection, { provider, apiKey, signal: env.signal });
      credentials.set(provider, apiKey);
      const [first = credentials.path] = placesOf();
      const warnings = first === credentials.path ? [] : [modelTexts.outranked(first)];
      told = { notes: [screenTexts.keyStored(provider)], warnings };
    },
  });
}
