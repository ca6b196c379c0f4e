import { FORMAT } from '@bowline/log';
import { expect, test } from 'vitest';
import { migrations } from './migrations.ts';

test('the last migration that names a record format names the current one', () => {
  const formats = migrations.flatMap(({ sql }) => /'format (\d+)'/.exec(sql('app'))?.[1] ?? []);
  expect(formats.at(-1)).toBe(String(FORMAT));
});

test('versions of migrations start at 1 and have no gaps', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, n) => n + 1));
});
