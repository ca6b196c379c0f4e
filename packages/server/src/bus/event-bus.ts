/**
 * Tells other processes what happens, as it happens. Nothing is guaranteed: what is said may be lost or come twice, and
 * whoever must know reads the store. What one process says on one topic comes in the order it was said.
 */
export interface EventBus {
  /** Says it to whoever listens now. Resolves when it was handed on or given up; a bus that is cut off never rejects. */
  publish(topic: string, text: string): Promise<void>;
  /** Hears a topic until the result is called. Resolves once listening; goes on by itself after a cut. */
  subscribe(topic: string, listener: BusListener): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export type BusListener = (text: string) => void;
