import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';

/** The answers in progress on a server of this process, as the server itself sees them. */
export interface OpenAnswers {
  /** Resolves when no answer is in progress: each was sent, or its connection has closed. */
  none(): Promise<void>;
  stop(): void;
}

const CHANNEL = 'http.server.request.start';

/** Watches the server at a URL from inside Node, because the client's own view of its connections is not proof. */
export function watchOpenAnswers(url: string): OpenAnswers {
  const port = Number(new URL(url).port);
  const open = new Set<ServerResponse>();
  let waiting: (() => void)[] = [];
  const onStart = (message: unknown): void => {
    const { response, server } = message as { readonly response: ServerResponse; readonly server: Server };
    const address = server.address();
    if (typeof address !== 'object' || address?.port !== port) return;
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size > 0) return;
      for (const tell of waiting) tell();
      waiting = [];
    });
  };
  subscribe(CHANNEL, onStart);
  return {
    none: async () => {
      if (open.size > 0)
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
    },
    stop: () => {
      unsubscribe(CHANNEL, onStart);
    },
  };
}
