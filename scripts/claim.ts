import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claims } from '../bench/claims.ts';
import { openTemporaryRoot } from '../tests/open-temporary-root.ts';
import { listClaims, readClaims, RESULTS, toClaimsPage, type KeptResult } from './claims-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    ids: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

async function writePage(): Promise<void> {
  writeFileSync('docs/claims.md', toClaimsPage(await listClaims(), readClaims()));
}

/** The full form is kept as the claim's last result; the quick one only has to hold. */
async function runClaim(id: string): Promise<boolean> {
  const load = claims[id];
  if (load === undefined) {
    console.error(`no claim ${id}; there are: ${Object.keys(claims).join(', ')}`);
    return false;
  }
  const root = openTemporaryRoot();
  const claim = await load();
  const say = (line: string): void => {
    console.error(line);
  };
  const result = await claim.run({ isQuick: values.quick, say }).finally(root.close);
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  const kept: KeptResult = { id, ...result, sentence: claim.sentence, date, machine };
  if (!values.quick) {
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(join(RESULTS, `${id}.json`), `${JSON.stringify(kept, null, 2)}\n`);
    await writePage();
  }
  console.log(JSON.stringify(kept));
  return result.holds;
}

const [id] = positionals;
if (values.list) {
  for (const { id: name, sentence } of await listClaims()) console.log(`${name.padEnd(12)} ${sentence}`);
} else if (values.ids) {
  console.log(Object.keys(claims).join('\n'));
} else if (values.page) {
  await writePage();
} else if (id === undefined) {
  console.error('usage: npm run claim -- ID [--quick] | --list | --ids | --page');
  process.exitCode = 2;
} else {
  // A run that breaks off says nothing about the claim; it has an exit code of its own.
  process.exitCode = await runClaim(id).then(
    (holds) => (holds ? 0 : 1),
    (thrown: unknown) => {
      console.error(thrown);
      return 3;
    },
  );
}
