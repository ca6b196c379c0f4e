import type { AgentError, InputOutcome, InputRequest } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';

/** What the user can choose when a model is unavailable. */
export type ModelOption =
  | { readonly kind: 'retry' }
  /** Another model for this turn, or from now on. */
  | { readonly kind: 'switch' | 'always'; readonly to: string }
  | { readonly kind: 'wait'; readonly until: string }
  | { readonly kind: 'stop' };

/** A model that is unavailable, and what can be done about it. */
interface Unavailable {
  readonly inputId: string;
  readonly model: string;
  /** Another model to offer, and its price in US dollars per million tokens. */
  readonly to: string | undefined;
  readonly price: { readonly input: number; readonly output: number } | undefined;
  readonly error: Pick<AgentError, 'code' | 'message' | 'quota'>;
  readonly waitUntil: string | undefined;
  /** Without an answer, the turn continues at that time. */
  readonly continues: boolean;
}

/** The question, with answers that contain everything needed to act on them. */
export function askAboutModel(unavailable: Unavailable): InputRequest {
  const { inputId, to, waitUntil, continues, price } = unavailable;
  const cost =
    price === undefined ? {} : { description: `${toDollars(price.input)} / ${toDollars(price.output)} per 1M` };
  const switches = [
    { id: `switch:${to ?? ''}`, key: 'f', label: `Use ${to ?? ''} for this turn`, ...cost },
    { id: `always:${to ?? ''}`, key: 'd', label: `Use ${to ?? ''} from now on` },
  ];
  return {
    kind: 'choice',
    inputId,
    title: toTitle(unavailable),
    topic: 'model',
    multiple: false,
    options: [
      ...(waitUntil === undefined ? [] : [toWait(waitUntil, continues)]),
      { id: 'retry', key: 't', label: 'Try now' },
      ...(to === undefined ? [] : switches),
      { id: 'stop', key: 'x', label: 'Stop this turn', description: 'your message stays in the session' },
    ],
    ...(continues && waitUntil !== undefined ? { expiresAt: waitUntil } : {}),
  };
}

function toWait(until: string, continues: boolean): { id: string; key: string; label: string; description: string } {
  const description = continues ? 'continues by itself' : `until ${toMinute(until)}`;
  return { id: `wait:${until}`, key: 'w', label: 'Wait', description };
}

const quotas = { day: 'The daily quota is used up.', none: 'This key has no quota for this model.' } as const;

/** What happened, and below it why. */
function toTitle({ model, error }: Unavailable): string {
  const { code, message, quota } = error;
  // The reason often starts with the model's name.
  const why = message.startsWith(`${model}: `) ? message.slice(model.length + 2) : message;
  if (code !== 'MODEL_QUOTA' || quota === 'capacity') return `${model} is unavailable\n${why}`;
  return `Quota reached: ${model}\n${quota === 'day' || quota === 'none' ? quotas[quota] : 'Too many requests for now.'}`;
}

function toDollars(price: number): string {
  return `$${price.toFixed(2)}`;
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

/** The reason of a switch that the user chose. Their answer already says so. */
export const CHOSEN = 'you chose so';

/** Additional records for an answer: a switch is recorded as a fallback. */
export function afterModelAnswer(outcome: InputOutcome, from: string): NewRecord[] {
  const option = outcome.kind === 'choice' ? parseModelOption(outcome.optionIds[0] ?? '') : undefined;
  if (option === undefined || (option.kind !== 'switch' && option.kind !== 'always')) return [];
  const fellBack: NewRecord = { type: 'model_fell_back', body: { from, to: option.to, reason: CHOSEN } };
  return option.kind === 'switch' ? [fellBack] : [{ type: 'model_requested', body: { model: option.to } }, fellBack];
}
