import { expect, test } from 'vitest';
import * as z from 'zod';
import { describeIssue } from './describe-issue.ts';

const nested = z.object({ a: z.array(z.number()) });

test.each<[z.ZodType, unknown, string]>([
  [z.number(), 'x', 'must be a number, but is a string'],
  [z.string(), 4, 'must be a string, but is a number'],
  [z.string(), null, 'must be a string, but is null'],
  [z.boolean(), 'maybe', 'must be true or false, but is a string'],
  [z.number(), true, 'must be a number, but is true'],
  [z.array(z.string()), {}, 'must be a list, but is an object'],
  [z.record(z.string(), z.number()), [], 'must be an object, but is a list'],
  [z.int(), 1.5, 'must be a whole number'],
  [nested, { a: [1, 'x'] }, 'must be a number, but is a string'],
  [nested, {}, 'is missing'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be a'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().max(5), 6, 'must be at most 5'],
  [z.number().lt(5), 6, 'must be less than 5'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(16), 'x', 'must have at least 16 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.strictObject({}), { x: 1 }, 'has an unknown key: x'],
  [z.strictObject({}), { x: 1, y: 2 }, 'has unknown keys: x, y'],
  [z.url(), 'x', 'must be a URL'],
  [z.string().regex(/^a$/), 'x', 'must match pattern /^a$/'],
  [z.string().regex(/^a$/, 'is not a host'), 'x', 'is not a host'],
  [z.union([z.string(), z.array(z.string())]), 4, 'must be a string or a list, but is a number'],
  [z.union([z.literal('a'), z.literal('b')]), 4, 'must be a or b, but is a number'],
  [z.union([z.string(), z.array(z.string())]), [4], 'is invalid: 0 must be a string, but is a number'],
  [z.object({ a: z.enum(['x', 'y']) }), {}, 'is missing'],
  [
    z.discriminatedUnion('a', [z.object({ a: z.literal('x') }), z.object({ a: z.literal('y') })]),
    { a: 'z' },
    'must be one of x, y',
  ],
  [z.number().multipleOf(2), 3, 'must be a multiple of 2'],
  [z.email(), 'x', 'is invalid (Invalid email address)'],
])('%# %j: %s', (schema, value, words) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue === undefined ? undefined : describeIssue(issue, value)).toBe(words);
});
