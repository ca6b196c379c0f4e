import { expect, test } from 'vitest';
import { createPlaceholder } from './create-placeholder.ts';

test.each([
  ['npm_4fJq8ZkT2vXw7LrB9cYd3HsN6mPaQeUgK1oV', /^npm_[A-Za-z\d]{36}$/],
  ['ghp_4fJq8ZkT2vXw7LrB9cYd3HsN6mPaQeUgK1oV', /^ghp_[A-Za-z\d]{36}$/],
  ['github_pat_11ABCDEFG0_4fJq8ZkT2vXw7LrB9c', /^github_pat_[A-Za-z\d]{10}_[A-Za-z\d]{18}$/],
  ['glpat-4fJq8ZkT2vXw7LrB9cYd', /^glpat-[A-Za-z\d]{20}$/],
  ['0123456789abcdef0123456789abcdef01234567', /^[\da-f]{40}$/],
  ['eyJhbGciOi.eyJzdWIiOi.SflKxwRJ-_==', /^[A-Za-z\d]{10}\.[A-Za-z\d]{10}\.[A-Za-z\d]{8}-_==$/],
])('the placeholder for %s looks like it, and is different each time', (token, pattern) => {
  const [one, other] = [createPlaceholder(token), createPlaceholder(token)];
  expect([one, other].filter((each) => pattern.test(each))).toHaveLength(2);
  expect(new Set([token, one, other]).size).toBe(3);
});
