/**
 * Tells other processes what happens. Nothing is guaranteed: messages may be lost or arrive twice, and a process that
 * must know reads the store. Messages of one process on one topic arrive in order.
 */
export interface EventBus {
  /** Sends it to current listeners. Resolves when it was handed over or given up. A disconnected bus never rejects. */
  publish(topic: string, text: string): Promise<void>;
  /** Hears a topic until the result is called. Resolves once listening; goes on by itself after a cut. */
  subscribe(topic: string, listener: BusListener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export type BusListener = (text: string) => void;
