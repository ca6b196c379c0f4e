import type { InputOutcome, InputRequest } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';

/** What the user can choose when a model is unavailable. */
export type ModelOption =
  | { readonly kind: 'retry' }
  /** Another model for this turn, or from now on. */
  | { readonly kind: 'switch' | 'always'; readonly to: string }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'stop' };

/** The question, with answers that contain everything needed to act on them. */
export function askAboutModel(question: {
  readonly inputId: string;
  readonly model: string;
  readonly to: string;
  readonly why: string;
  readonly waitUntil: string | undefined;
}): InputRequest {
  const { inputId, model, to, why, waitUntil } = question;
  return {
    kind: 'choice',
    inputId,
    // The reason often starts with the model's name.
    title: `${model} is unavailable: ${why.startsWith(`${model}: `) ? why.slice(model.length + 2) : why}`,
    multiple: false,
    options: [
      { id: `switch:${to}`, label: `Continue with ${to}`, description: 'for this turn' },
      { id: `always:${to}`, label: `Use ${to} from now on`, description: 'until you choose another model' },
      { id: 'retry', label: `Try ${model} again` },
      ...(waitUntil === undefined
        ? []
        : [{ id: `wait:${waitUntil}`, label: 'Wait', description: `until ${toMinute(waitUntil)}` }]),
      { id: 'stop', label: 'Stop here' },
    ],
  };
}

/** A readable time: `2026-01-31 08:00 UTC`. */
function toMinute(at: string): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The meaning of an answer's ID, or undefined if it was not offered. */
export function parseModelOption(id: string): ModelOption | undefined {
  const at = id.indexOf(':');
  const kind = at === -1 ? id : id.slice(0, at);
  const rest = id.slice(at + 1);
  switch (kind) {
    case 'retry':
    case 'stop':
      return { kind };
    case 'switch':
    case 'always':
      return { kind, to: rest };
    case 'wait':
      return { kind, until: rest };
    default:
      return undefined;
  }
}

/** Additional records for an answer: a switch is recorded as a fallback. */
export function afterModelAnswer(outcome: InputOutcome, from: string): NewRecord[] {
  const option = outcome.kind === 'choice' ? parseModelOption(outcome.optionIds[0] ?? '') : undefined;
  if (option === undefined || (option.kind !== 'switch' && option.kind !== 'always')) return [];
  const fellBack: NewRecord = { type: 'model_fell_back', body: { from, to: option.to, reason: 'you chose so' } };
  return option.kind === 'switch' ? [fellBack] : [{ type: 'model_requested', body: { model: option.to } }, fellBack];
}
