import type { Content } from '@google/genai';
import type { ApprovalMode } from '@bowline/protocol';
import type { ModelWish } from '../catalog/families.ts';

/** The facts that decide the model. */
export interface RoutingContext {
  readonly wish: ModelWish;
  readonly mode: ApprovalMode;
  /** Whether the user approved a plan, so that only its execution is left. */
  readonly hasApprovedPlan: boolean;
  /** The contents of the next request. */
  readonly contents: readonly Content[];
  readonly signal: AbortSignal;
  /** Asks a small model which of the two is needed; null if it could not decide. */
  readonly classify: (contents: readonly Content[], signal: AbortSignal) => Promise<'pro' | 'flash' | null>;
}

/** One way to choose a model; null passes to the next strategy. */
export interface RoutingStrategy {
  readonly name: string;
  readonly choose: (context: RoutingContext) => Promise<string | null> | string | null;
}

/** A model, and the strategy that chose it. */
export interface Route {
  readonly model: string;
  readonly strategy: string;
}

const explicit: RoutingStrategy = {
  name: 'explicit',
  choose: ({ wish }) => (wish.kind === 'auto' ? null : wish.model),
};

/** Planning needs the better model, carrying out the plan only the faster one. */
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

/** In this order; the first with an answer decides. The last one always has an answer. */
export const strategies: readonly RoutingStrategy[] = [explicit, mode, classifier, fallThrough];

/** Chooses the model of a sequence: one message and everything that follows from it. */
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
