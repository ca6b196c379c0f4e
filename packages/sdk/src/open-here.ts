import { homedir } from 'node:os';
import { bowlineHomeOf, openSettings } from '@bowline/settings';
import { createHostEnvironment, openSession, type ProcessFacts } from '@bowline/assembly';
import { setUpModels, type ModelSetup } from '@bowline/providers';
import { ModelHealth, type ModelClient } from '@bowline/models';
import { applyRestrictions } from './apply-restrictions.ts';
import { toBowline, type Bowline } from './bowline.ts';
import { answerConfirmations } from './confirmations.ts';
import type { SessionOptions } from './session-options.ts';

export { silenceAdk } from '@bowline/assembly';

/** Opens a session in this process. */
export async function openHere(
  options: SessionOptions & { readonly workspace: string },
  facts: ProcessFacts,
): Promise<Bowline> {
  const restricted = options.settings === undefined ? restrict(options, facts) : options;
  const { apiKey, client, tools, hostTools, builtInTools, onConfirmation, model, ...groups } = restricted;
  const canAsk = groups.approval?.canAsk ?? false;
  const opened = await openSession(
    {
      ...groups,
      models: modelsOf(
        apiKey === undefined ? facts : { ...facts, env: { ...facts.env, GEMINI_API_KEY: apiKey } },
        client,
      ),
      model: typeof model === 'string' ? { name: model } : model,
      isInteractive: canAsk,
      approval: { ...groups.approval, canAsk: canAsk || onConfirmation !== undefined },
      tools: { own: tools ?? [], host: hostTools ?? [], isBuiltIn: builtInTools ?? true },
    },
    createHostEnvironment(facts),
  );
  if (onConfirmation !== undefined)
    await answerConfirmations(opened.session, { onConfirmation, isPreviewed: groups.approval?.preview === true });
  return toBowline(opened);
}

/** Applies the restrictions of the user's settings, unless the program has settings of its own. */
function restrict(
  options: SessionOptions & { readonly workspace: string },
  { env, home = homedir(), platform }: ProcessFacts,
): SessionOptions & { readonly workspace: string } {
  const { workspace, trust: { isTrusted } = {} } = options;
  const settings = openSettings({ env, home, bowlineHome: bowlineHomeOf(env), platform, workspace, isTrusted });
  return applyRestrictions(options, settings, home);
}

/** The availability of models, shared by the sessions of this program that have the same client or key. */
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

/** The models of this machine, with the program's own client if it has one. */
function modelsOf({ env, home = homedir() }: ProcessFacts, client: ModelClient | undefined): ModelSetup {
  const known = healthOf(client, env['GEMINI_API_KEY'] ?? '');
  const models = setUpModels({ env, home, bowlineHome: bowlineHomeOf(env), health: known });
  return client === undefined ? models : { ...models, client };
}
