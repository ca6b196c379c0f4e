/**
 * Notifies other processes of events. Delivery is not guaranteed: messages may be lost or arrive twice, so a process
 * that must not miss anything reads the store. Messages from one process on one topic arrive in order.
 */
export interface EventBus {
  /** Sends a message to current listeners. Resolves when it is sent or dropped. A disconnected bus never rejects. */
  publish(topic: string, text: string): Promise<void>;
  /**
   * Listens to a topic until the result is called. Resolves once listening, and resumes automatically after a
   * disconnect.
   */
  subscribe(topic: string, listener: BusListener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export type BusListener = (text: string) => void;
