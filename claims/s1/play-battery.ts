// Runs the battery as the current user: bare, in *observe* and in *work*. Prints one line of JSON.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TARGETS, type BatteryPlaces, type DeclaredProbe, type Verdict } from './battery-plan.ts';
import { playTarget } from './play-target.ts';

const places = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BatteryPlaces;
const listed = execFileSync('/usr/bin/python3', ['-B', join(places.probes, 'main.py'), '--list'], { encoding: 'utf8' });
const probes = JSON.parse(listed) as readonly DeclaredProbe[];
const verdicts: Record<string, Record<string, Verdict>> = { plain: {} };
// Other products are compared with the bare results of Bowline's own run.
for (const target of TARGETS.filter((each) => places.peer === null || each !== 'plain')) {
  const wanted = probes.filter(({ only }) => target === 'plain' || only === null || only === target);
  verdicts[target] = await playTarget({ places, target, probes: wanted });
}
process.stdout.write(`${JSON.stringify({ probes, verdicts })}\n`);
