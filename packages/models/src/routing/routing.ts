import type { Content } from '@google/genai';
import type { ApprovalMode } from '@bowline/protocol';
import type { ModelWish } from '../catalog/families.ts';

/** What a model is chosen by. */
export interface RoutingContext {
  readonly wish: ModelWish;
  readonly mode: ApprovalMode;
  /** A plan was made and a person said to go on with it: what is left is doing. */
  readonly hasApprovedPlan: boolean;
  /** What the model is about to see. */
  readonly contents: readonly Content[];
  readonly signal: AbortSignal;
  /** Asks a small model which of the two is needed; null when it could not say. */
  readonly classify: (contents: readonly Content[], signal: AbortSignal) => Promise<'pro' | 'flash' | null>;
}

/** One way to choose a model; null leaves it to the next. */
export interface RoutingStrategy {
  readonly name: string;
  readonly choose: (context: RoutingContext) => Promise<string | null> | string | null;
}

/** A model, and which strategy chose it. */
export interface Route {
  readonly model: string;
  readonly strategy: string;
}

const explicit: RoutingStrategy = {
  name: 'explicit',
  choose: ({ wish }) => (wish.kind === 'auto' ? null : wish.model),
};

/** Planning wants the better model, doing what was planned the faster one. */
const mode: RoutingStrategy = {
  name: 'mode',
  choose: ({ wish, mode: current, hasApprovedPlan }) => {
    if (current === 'plan') return wish.family.pro;
    return hasApprovedPlan ? wish.family.flash : null;
  },
};

const classifier: RoutingStrategy = {
  name: 'classifier',
  choose: async ({ wish, contents, signal, classify }) => {
    const tier = await classify(contents, signal);
    return tier === null ? null : wish.family[tier];
  },
};

const fallThrough: RoutingStrategy = { name: 'default', choose: ({ wish }) => wish.family.pro };

/** In this order; the first that has an answer decides. The last one always has. */
export const strategies: readonly RoutingStrategy[] = [explicit, mode, classifier, fallThrough];

/** Chooses the model of a sequence: of one message and everything that follows from it. */
export async function routeModel(
  context: RoutingContext,
  list: readonly RoutingStrategy[] = strategies,
): Promise<Route> {
  for (const { name, choose } of list) {
    const model = await choose(context);
    if (model !== null) return { model, strategy: name };
  }
  return { model: context.wish.family.pro, strategy: 'default' };
}
