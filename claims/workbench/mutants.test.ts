import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mutants as checkpoints } from '../checkpoints/mutants.ts';
import { mutants as preview } from '../preview/mutants.ts';

test.each([...checkpoints, ...preview])('the fault "$name" can still be put into $file', ({ file, from }) => {
  expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8').split(from)).toHaveLength(2);
});
