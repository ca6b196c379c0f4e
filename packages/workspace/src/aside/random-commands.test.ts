import process from 'node:process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openScratchAside } from './open-scratch-aside.ts';

const name = fc.constantFrom('a', 'b', 'd', 'd/a', 'd/b', 'd/e', 'd/e/a', 'x y', 'l');
const pair = fc.tuple(name, name);
/** Edits that do the same on every file system, or nothing. */
const edit = fc.oneof(
  name.map((at) => `echo new >> '${at}'`),
  name.map((at) => `printf x > '${at}'`),
  name.map((at) => `rm -rf '${at}'`),
  name.map((at) => `mkdir -p '${at}'`),
  name.map((at) => `rm -rf '${at}'; mkdir '${at}'; echo in > '${at}/in'`),
  pair.map(([from, to]) => `mv -T '${from}' '${to}'`),
  // What is left of a copy into itself depends on the order of names in the folder.
  pair.filter(([from, to]) => !to.startsWith(`${from}/`)).map(([from, to]) => `cp -a -T '${from}' '${to}'`),
  pair.map(([to, at]) => `ln -sfn '${to}' '${at}'`),
  fc.tuple(name, fc.constantFrom('700', '755', '711')).map(([at, mode]) => `chmod ${mode} '${at}'`),
);
const command = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => [...edits, 'true'].join('\n'));
const START = `mkdir -p d/e; echo a > a; echo da > d/a; echo dea > d/e/a; ln -s d l; chmod 600 a`;
const own = 'find . -mindepth 1 ! -path "./.*" ! -name opencode.json';
const LIST = `${own} -printf "%p %y %m %l\\n" | sort; ${own} -type f -exec md5sum {} + | sort`;

test('commands aside, one after the other, do what they would do in the folder', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 2, maxLength: 3 }), async (commands) => {
      const lab = openScratchAside(process.execPath);
      try {
        lab.sh(START);
        for (const each of commands) await lab.run(each);
        const seen = (await lab.run(LIST)).end.head;
        const applied = await lab.base.previews?.apply(lab.pending(), { key: 'k' });
        expect(applied).toMatchObject({ isApplied: true, refused: [] });
        const mine = lab.sh(LIST);
        lab.sh(`rm -rf ./*; ${START}`);
        for (const each of commands) lab.sh(`(${each}\n) 2>/dev/null`);
        expect(mine).toBe(lab.sh(LIST));
        expect(seen).toBe(mine);
      } finally {
        await lab.close();
      }
    }),
    { numRuns: 12 },
  );
});
