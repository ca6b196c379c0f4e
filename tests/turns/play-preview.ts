import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { toText, type AgentEvent, type JsonObject } from '@bowline/protocol';
import type { ConfirmationReply, ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';

/** A step that calls one tool. */
export const call = (name: string, args: JsonObject) => step.calls({ name, args });
/** A step that asks the user to apply what is pending. */
export const apply = call('apply_changes', { summary: 'does it' });

type Answer = ConfirmationReply | ((request: ConfirmationRequest, workspace: string) => ConfirmationReply);

/** Plays a turn in mode preview. The answers go to the approval requests in order. */
export async function playPreview(
  steps: readonly ScriptedStep[],
  answers: readonly Answer[],
  files: Readonly<Record<string, string>> = {},
) {
  const bench = openSdkBench();
  const file = (name: string): string => join(bench.workspace, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
  const asked: ConfirmationRequest[] = [];
  const replies = [...answers];
  const model = scriptedModel(steps);
  const bowline = await bench.open(model, {
    approval: { mode: 'preview' },
    trust: { isTrusted: true },
    onConfirmation: (request) => {
      asked.push(request);
      const reply = replies.shift() ?? 'denied';
      return typeof reply === 'function' ? reply(request, bench.workspace) : reply;
    },
  });
  const events: AgentEvent[] = [];
  bowline.session.subscribe((event) => events.push(event));
  await bowline.ask('go');
  const results = (): readonly (readonly [string, string])[] =>
    events.flatMap((event) =>
      event.type === 'tool_response' ? [[event.errorType ?? 'ok', toText(event.content)] as const] : [],
    );
  const read = (name: string): string | undefined =>
    existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined;
  return { bowline, model, asked, results, read, events };
}
