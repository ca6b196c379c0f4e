import type { LogRecord } from '@bowline/log';
import type { EarlierRunner } from './turn-state.ts';

/**
 * Where calls were started that may still run: those without an end, and background commands. Outlives the stream,
 * because commands do.
 */
export function reduceRunners(runners: readonly EarlierRunner[], record: LogRecord): readonly EarlierRunner[] {
  switch (record.type) {
    case 'tool_started': {
      const { callId, key, runner } = record.body;
      if (runner === undefined) return runners;
      // A call starts only after the commands of other places were ended, or the user went on without them.
      return [...runners.filter(({ place }) => place === runner.place), { ...runner, callId, key }];
    }
    case 'tool_finished': {
      const { callId, data } = record.body;
      return data?.['isBackground'] === true ? runners : runners.filter((each) => each.callId !== callId);
    }
    case 'tool_interrupted': {
      const { callId, commands } = record.body;
      return commands === 'may_run' ? runners : runners.filter((each) => each.callId !== callId);
    }
    default:
      return runners;
  }
}
