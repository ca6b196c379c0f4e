import type { ModelClient, ModelRequest } from '@bowline/models';
import { scriptedModel, type TurnPlan } from '@bowline/testkit';
import { toSteps } from '../turns/planned-agent.ts';

/** A model that plays plans without memory: it finds its position in the contents of the request, in any process. */
export function plannedModel(plans: readonly TurnPlan[]): ModelClient {
  return {
    async *stream(request, signal) {
      const { turn, answers } = placeOf(request);
      const step = toSteps(plans[turn - 1] ?? [])[answers];
      yield* scriptedModel(step === undefined ? [] : [step]).stream(request, signal);
    },
  };
}

/** Which user message this request answers, and how many answers it has already. */
function placeOf({ contents }: ModelRequest): { turn: number; answers: number } {
  let place = { turn: 0, answers: 0 };
  for (const { role, parts = [] } of contents) {
    if (role === 'model') place = { ...place, answers: place.answers + 1 };
    else for (const part of parts) if (part.text !== undefined) place = { turn: place.turn + 1, answers: 0 };
  }
  return place;
}
