import { findHeldLimits, type Bubblewrap, type CgroupPlace, type HeldLimits } from '@bowline/workspace';
import { ok, warning, type Check } from './check.ts';

/** Checks which resources of sandboxed commands are limited. */
export function checkLimits(
  bubblewrap: Pick<Bubblewrap, 'prlimit' | 'hasUserNamespaces' | 'isRoot'>,
  cgroups: readonly CgroupPlace[],
): Check {
  const [observe, work] = [
    findHeldLimits(bubblewrap, cgroups, 'observe'),
    findHeldLimits(bubblewrap, cgroups, 'work'),
  ] as const;
  const held = describeHeld(observe, work);
  const missing = describeMissing(observe, work);
  const text = [`limits for sandboxed commands: ${toList(held)}`, ...missing.map((each) => `not limited: ${each}`)];
  if (work.processes !== 'nothing' && work.fileSize !== 'nothing') return ok('limits', text.join('. '));
  const fix =
    bubblewrap.prlimit === null
      ? 'Install prlimit (package util-linux)'
      : 'Run bowline as a regular user, or where it can create control groups (cgroups)';
  const why = bubblewrap.isRoot && work.processes === 'nothing' ? ' (the system does not limit root)' : '';
  return warning('limits', `${text.join('. ')}${why}`, fix);
}

function describeHeld(observe: HeldLimits, work: HeldLimits): readonly string[] {
  return [
    ...(work.processes === 'nothing' ? [] : [`processes (${work.processes})`]),
    ...(work.memory === 'nothing' ? [] : [`memory (${work.memory})`]),
    ...(work.memory === 'nothing' && observe.memory !== 'nothing' ? [`memory in observe (${observe.memory})`] : []),
    ...(work.fileSize === 'nothing' ? [] : [`file size (${work.fileSize})`]),
    'temporary space',
  ];
}

function describeMissing(observe: HeldLimits, work: HeldLimits): readonly string[] {
  const memory = observe.memory === 'nothing' ? 'memory' : 'memory in work';
  const all = [
    ...(work.memory === 'nothing' ? [memory] : []),
    ...(work.fileSize === 'nothing' ? ['file size'] : []),
    ...(work.processes === 'nothing' ? ['processes'] : []),
  ];
  return all.length === 0 ? [] : [toList(all)];
}

function toList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
