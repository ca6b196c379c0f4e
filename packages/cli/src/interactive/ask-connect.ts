import { bowlineHomeOf, requireKey, writeSetting, type OpenedSettings } from '@bowline/settings';
import { inspectModels } from '@bowline/providers';
import type { InputAnswer, InputRequest } from '@bowline/protocol';
import type { OpenedTui } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { checkKey, toKey } from '../models/check-key.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { askKey } from './first-questions.ts';
import { toQuestionFirst, type FirstQuestion } from './question-first-agent.ts';

/** The providers that are offered first, and the model that each is used with. */
const offered = [
  { id: 'gemini', model: null },
  { id: 'anthropic', model: 'anthropic/claude-sonnet-5-5' },
  { id: 'openai', model: 'openai/gpt-6-sol' },
] as const;

/** Whose key it is, by its beginning. */
const beginnings: readonly (readonly [string, string])[] = [
  ['AIza', 'gemini'],
  ['sk-ant-', 'anthropic'],
  ['sk-or-', 'openrouter'],
  ['sk-', 'openai'],
];

export interface Connecting extends Pick<FirstQuestion, 'sessionId' | 'open'> {
  /** The provider of the model that would be used. */
  readonly provider: string;
  readonly settings: OpenedSettings;
}

/** Asks for a provider at the first start. A pasted key is taken too. Then opens the session. */
export function askConnect({ provider, settings, ...waiting }: Connecting, env: CommandEnv): OpenedTui {
  const { request, told } = screenTexts.connect;
  let chosen: string | undefined;
  let notes: readonly string[] = [];
  const take = async (answer: InputAnswer | null): Promise<void> => {
    chosen = undefined;
    if (answer?.kind === 'choice') [chosen] = answer.optionIds;
    if (answer?.kind !== 'credential') return;
    const apiKey = toKey(answer.secret, screenTexts.pasteKey);
    const owner = beginnings.find(([start]) => apiKey.startsWith(start))?.[1] ?? provider;
    const inspection = inspectModels(settings, { env: env.env, bowlineHome: bowlineHomeOf(env.env) });
    await checkKey(inspection, { provider: owner, apiKey, signal: env.signal });
    inspection.credentials.set(owner, apiKey);
    notes = [screenTexts.keyStored(owner), ...useModelOf(owner, provider, env)];
  };
  const open = async (): Promise<OpenedTui> => {
    if (chosen !== undefined && offered.some(({ id }) => id === chosen)) {
      const asked = chosen;
      const then = async (): Promise<OpenedTui> => {
        const used = useModelOf(asked, provider, env);
        return withNotes(await waiting.open(), used);
      };
      return askKey({ ...waiting, provider: asked, settings, open: then }, env);
    }
    const next = chosen === 'vertex' || chosen === 'local' ? [told[chosen]] : [];
    return withNotes(await waiting.open(), [...notes, ...next]);
  };
  const asked: InputRequest = { kind: 'choice', inputId: 'provider', multiple: false, ...request };
  return toQuestionFirst({ sessionId: waiting.sessionId, request: asked, take, open });
}

/** Another provider than that of the present model needs another model. */
function useModelOf(owner: string, provider: string, env: CommandEnv): readonly string[] {
  const model = offered.find(({ id }) => id === owner)?.model;
  if (owner === provider || model == null) return [];
  writeSetting({ key: requireKey('model.name'), text: model, bowlineHome: bowlineHomeOf(env.env) });
  return [screenTexts.connect.uses(model)];
}

function withNotes(opened: OpenedTui, notes: readonly string[]): OpenedTui {
  return notes.length === 0 ? opened : { ...opened, warnings: [...notes, ...opened.warnings] };
}
