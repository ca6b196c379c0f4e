import { AgentError } from '@bowline/protocol';
import type { Content } from '@google/genai';
import type { ModelScript, ScriptedStep } from '../model-script.ts';

/** The part of a request that a script needs to choose its answer. */
export interface ScriptedQuestion {
  readonly model: string;
  readonly contents: readonly Content[];
}

interface Track {
  readonly steps: readonly ScriptedStep[];
  readonly repeat: boolean;
  readonly matches: (question: ScriptedQuestion) => boolean;
  used: number;
}

/** Returns the steps of a script, each once, and counts the unused ones. */
export class ScriptCursor {
  readonly #rules: readonly Track[];
  readonly #plain: Track;
  readonly #default: ScriptedStep | undefined;
  #asked = 0;

  constructor(script: ModelScript | readonly ScriptedStep[], override: Pick<ModelScript, 'repeat'> = {}) {
    const { steps = [], rules = [], repeat = false, ...rest } = isSteps(script) ? { steps: script } : script;
    this.#plain = { steps, repeat: override.repeat ?? repeat, matches: () => true, used: 0 };
    this.#default = rest.default;
    this.#rules = rules.map((rule) => ({
      steps: rule.steps,
      repeat: rule.repeat ?? false,
      matches: ({ model, contents }) =>
        (rule.model === undefined || rule.model === '*' || rule.model === model) &&
        (rule.contains === undefined || lastUserText(contents).includes(rule.contains)),
      used: 0,
    }));
  }

  /** How many requests were answered or rejected. */
  get asked(): number {
    return this.#asked;
  }

  /** The number of unused steps. A default does not count. */
  get left(): number {
    return this.#tracks.reduce((sum, { steps, used }) => sum + Math.max(0, steps.length - used), 0);
  }

  /** Returns the step for a request, or undefined if the script has none. */
  next(question: ScriptedQuestion): ScriptedStep | undefined {
    this.#asked += 1;
    const matching = this.#rules.filter((rule) => rule.matches(question));
    const tracks = matching.length === 0 ? [this.#plain] : matching;
    for (const track of tracks) {
      const step = track.steps[track.used] ?? (track.repeat ? track.steps.at(-1) : undefined);
      if (step === undefined) continue;
      track.used += 1;
      return step;
    }
    return this.#default;
  }

  /** Returns the error for a request without a step. */
  toRunOut({ model, contents }: ScriptedQuestion): AgentError {
    const total = this.#tracks.reduce((sum, { steps }) => sum + steps.length, 0);
    const left = this.left === 0 ? '' : `; ${this.left} are left, but not for this request`;
    const message = `model called ${this.#asked} times, the script has ${total} steps${left}`;
    const asked = lastUserText(contents).slice(0, 200);
    return new AgentError('INTERNAL', message, { hint: `${model} was asked: ${asked === '' ? 'nothing' : asked}` });
  }

  get #tracks(): readonly Track[] {
    return [this.#plain, ...this.#rules];
  }
}

function isSteps(script: ModelScript | readonly ScriptedStep[]): script is readonly ScriptedStep[] {
  return Array.isArray(script);
}

function lastUserText(contents: readonly Content[]): string {
  const parts = contents.findLast(({ role }) => role === 'user' || role === undefined)?.parts ?? [];
  return parts
    .map(({ text, functionResponse }) => text ?? (functionResponse ? JSON.stringify(functionResponse) : ''))
    .join('\n');
}
