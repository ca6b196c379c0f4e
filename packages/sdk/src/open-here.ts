import { homedir } from 'node:os';
import {
  bowlineHomeOf,
  createMachine,
  openSession,
  setUpModels,
  type ProcessFacts,
  type SessionWishes,
} from '@bowline/assembly';
import { ModelHealth, type ModelClient } from '@bowline/models';
import { toBowline, type Bowline } from './bowline.ts';
import { answerConfirmations } from './confirmations.ts';
import type { SessionOptions } from './session-options.ts';

/** Opens a session in this process. */
export async function openHere(
  options: SessionOptions & { readonly workspace: string },
  facts: ProcessFacts,
): Promise<Bowline> {
  const { apiKey, client, tools, hostTools, builtInTools, onConfirmation, canAsk = false, ...wishes } = options;
  const opened = await openSession(
    {
      ...wishes,
      ...modelsOf(apiKey === undefined ? facts : { ...facts, env: { ...facts.env, GEMINI_API_KEY: apiKey } }, client),
      isInteractive: canAsk,
      canAsk: canAsk || onConfirmation !== undefined,
      tools: { own: tools ?? [], host: hostTools ?? [], isBuiltIn: builtInTools ?? true },
    },
    createMachine(facts),
  );
  if (onConfirmation !== undefined) await answerConfirmations(opened.session, onConfirmation);
  return toBowline(opened);
}

/** Which models can be had, by who answers for them: what one session of this program has learnt the others need not learn again. */
const health = new WeakMap<ModelClient, ModelHealth>();
const healthByKey = new Map<string, ModelHealth>();

function healthOf(client: ModelClient | undefined, apiKey: string): ModelHealth {
  const known = client === undefined ? healthByKey.get(apiKey) : health.get(client);
  if (known !== undefined) return known;
  const fresh = new ModelHealth();
  if (client === undefined) healthByKey.set(apiKey, fresh);
  else health.set(client, fresh);
  return fresh;
}

/** Models as the machine has them, with a client of your own in their place if you gave one. */
function modelsOf(
  { env, home = homedir() }: ProcessFacts,
  client: ModelClient | undefined,
): Pick<SessionWishes, 'models' | 'secrets'> {
  const known = healthOf(client, env['GEMINI_API_KEY'] ?? '');
  const models = setUpModels({ env, home, bowlineHome: bowlineHomeOf(env), health: known });
  return { models: client === undefined ? models : { ...models, client }, secrets: models.secrets };
}
