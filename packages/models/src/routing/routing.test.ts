import { approvalModeSchema } from '@bowline/protocol';
import { describe, expect, test } from 'vitest';
import { toModelWish } from '../catalog/families.ts';
import { routeModel, strategies, type Route, type RoutingContext } from './routing.ts';

const said = [{ role: 'user', parts: [{ text: 'rename x' }] }];

/** A context, and the contents that its classifier got. */
function open(name: string, more: Partial<RoutingContext> = {}, tier: 'pro' | 'flash' | null = null) {
  const shown: unknown[] = [];
  const context: RoutingContext = {
    wish: toModelWish(name),
    mode: 'default',
    hasApprovedPlan: false,
    contents: said,
    signal: new AbortController().signal,
    classify: async (contents, signal) => {
      shown.push({ contents, signal });
      return tier;
    },
    ...more,
  };
  return { context, shown };
}

describe('the model of a sequence', () => {
  test.each<[string, string, Partial<RoutingContext>, Route]>([
    ['a model requested by name', 'gemini-2.5-flash', {}, { model: 'gemini-2.5-flash', strategy: 'explicit' }],
    ['a model of another provider', 'openai/gpt-5', {}, { model: 'openai/gpt-5', strategy: 'explicit' }],
    ['a tier', 'flash', {}, { model: 'gemini-3.5-flash', strategy: 'explicit' }],
    ['a tier, also in plan mode', 'flash', { mode: 'plan' }, { model: 'gemini-3.5-flash', strategy: 'explicit' }],
    ['a tier, also after a plan', 'pro', { hasApprovedPlan: true }, { model: 'gemini-2.5-pro', strategy: 'explicit' }],
    ['the better model to plan', 'auto', { mode: 'plan' }, { model: 'gemini-2.5-pro', strategy: 'mode' }],
    ['the faster one afterwards', 'auto', { hasApprovedPlan: true }, { model: 'gemini-3.5-flash', strategy: 'mode' }],
    [
      'the better model for a new plan after an approved one',
      'auto-gemini-3',
      { mode: 'plan', hasApprovedPlan: true },
      { model: 'gemini-3.1-pro-preview', strategy: 'mode' },
    ],
  ])('is %s, without the classifier', async (...[, name, more, route]) => {
    const { context, shown } = open(name, more, 'flash');
    expect(await routeModel(context)).toEqual(route);
    expect(shown).toEqual([]);
  });

  test.each<[string, 'pro' | 'flash' | null, Route]>([
    ['auto', 'pro', { model: 'gemini-2.5-pro', strategy: 'classifier' }],
    ['auto', 'flash', { model: 'gemini-3.5-flash', strategy: 'classifier' }],
    ['auto', null, { model: 'gemini-2.5-pro', strategy: 'default' }],
    ['auto-gemini-3', 'flash', { model: 'gemini-3-flash-preview', strategy: 'classifier' }],
    ['auto-gemini-2.5', 'flash', { model: 'gemini-2.5-flash', strategy: 'classifier' }],
    ['auto-gemini-2.5', null, { model: 'gemini-2.5-pro', strategy: 'default' }],
  ])('for %s is chosen by the classifier (%s), called once', async (name, tier, route) => {
    const { context, shown } = open(name, {}, tier);
    expect(await routeModel(context)).toEqual(route);
    expect(shown).toEqual([{ contents: said, signal: context.signal }]);
  });

  test('depends on no mode other than plan', async () => {
    for (const mode of approvalModeSchema.options.filter((other) => other !== 'plan'))
      expect(await routeModel(open('auto', { mode }, 'flash').context)).toMatchObject({ strategy: 'classifier' });
  });
});

test('strategies run in order until one decides', async () => {
  const asked: string[] = [];
  const list = [null, 'second', 'third'].map((model, n) => ({
    name: `s${n}`,
    choose: () => {
      asked.push(`s${n}`);
      return model;
    },
  }));
  expect(await routeModel(open('auto').context, list)).toEqual({ model: 'second', strategy: 's1' });
  expect(asked).toEqual(['s0', 's1']);
  expect(strategies.map(({ name }) => name)).toEqual(['explicit', 'mode', 'classifier', 'default']);
});

test('the better model is used if no strategy decides', async () => {
  expect(await routeModel(open('auto-gemini-3').context, [])).toEqual({
    model: 'gemini-3.1-pro-preview',
    strategy: 'default',
  });
});
