import type { BusListener, EventBus } from '@bowline/server';

/** A bus within this process. Messages arrive one turn of the event loop later, as from another process. */
export function createMemoryBus(): EventBus {
  const topics = new Map<string, Set<BusListener>>();
  return {
    publish: async (topic, text) => {
      await new Promise(setImmediate);
      for (const listener of topics.get(topic) ?? []) listener(text);
    },
    subscribe: async (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      return async () => {
        listeners.delete(listener);
      };
    },
    close: async () => {
      topics.clear();
    },
  };
}
