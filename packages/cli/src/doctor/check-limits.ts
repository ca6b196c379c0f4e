import { findHeldLimits, type Bubblewrap, type CgroupPlace, type HeldLimits } from '@bowline/workspace';
import { sandboxTexts } from '../texts/doctor-texts.ts';
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
  const text = sandboxTexts.limits(describeHeld(observe, work), describeMissing(observe, work));
  if (work.processes !== 'nothing' && work.fileSize !== 'nothing') return ok('limits', text);
  const message = bubblewrap.isRoot && work.processes === 'nothing' ? sandboxTexts.rootUnlimited(text) : text;
  const hint = bubblewrap.prlimit === null ? sandboxTexts.noPrlimit : sandboxTexts.noCgroups;
  return warning('limits', { message, hint });
}

const { processes, memory, memoryInObserve, memoryInWork, fileSize, temporarySpace } = sandboxTexts.resources;

function describeHeld(observe: HeldLimits, work: HeldLimits): readonly string[] {
  const limited = (resource: string, by: HeldLimits[keyof HeldLimits]): readonly string[] =>
    by === 'nothing' ? [] : [sandboxTexts.limitedBy(resource, by)];
  return [
    ...limited(processes, work.processes),
    ...(work.memory === 'nothing' ? limited(memoryInObserve, observe.memory) : limited(memory, work.memory)),
    ...limited(fileSize, work.fileSize),
    temporarySpace,
  ];
}

function describeMissing(observe: HeldLimits, work: HeldLimits): readonly string[] {
  return [
    ...(work.memory === 'nothing' ? [observe.memory === 'nothing' ? memory : memoryInWork] : []),
    ...(work.fileSize === 'nothing' ? [fileSize] : []),
    ...(work.processes === 'nothing' ? [processes] : []),
  ];
}
