import type { AgentEvent } from '@bowline/protocol';
import type { Checkpoint, FileHistory } from '@bowline/workspace';
import { expect, test } from 'vitest';
import { prepareHistory } from './prepare-history.ts';

const event = (type: 'agent_start' | 'initialize'): AgentEvent => ({ type, id: 'e', at: '' }) as AgentEvent;

test('files are stored at the first message, once, and a failure is left to the first command', () => {
  const listeners = new Set<(event: AgentEvent) => void>();
  const tell = (type: 'agent_start' | 'initialize'): void => {
    for (const listener of listeners) listener(event(type));
  };
  const agent = {
    subscribe: (listener: (event: AgentEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let looks = 0;
  const history: Pick<FileHistory, 'checkpoint'> = {
    checkpoint: async (): Promise<Checkpoint> => {
      looks += 1;
      throw new Error('the disk is full');
    },
  };
  prepareHistory(agent, { history: history as FileHistory });
  tell('initialize');
  expect(looks).toBe(0);
  tell('agent_start');
  tell('agent_start');
  expect(looks).toBe(1);
});
