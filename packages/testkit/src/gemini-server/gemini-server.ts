import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelScript, ScriptedStep } from '../scripted-model/model-script.ts';
import { ScriptedEndpoint, type ScriptedEndpointOptions } from './scripted-endpoint.ts';
import type { ServedRequest } from './served-request.ts';

/** How a scripted Gemini server differs from the plain one. */
export interface GeminiServerOptions extends ScriptedEndpointOptions {
  /** Any free port by default. */
  readonly port?: number;
  /** Each request is appended to this file as a line of JSON. */
  readonly logFile?: string;
}

/** A scripted Gemini API on this machine. */
export interface GeminiServer {
  /** The base URL to give to a client, with no slash at its end. */
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  /** What nobody scripted: a test ends by comparing it with `[]`. */
  readonly faults: readonly string[];
  /** How many steps nobody has asked for yet. */
  left(): number;
  /** Ends the server and every connection at once. */
  close(): Promise<void>;
}

/** Starts a Gemini API on 127.0.0.1 that answers from the script, and with a loud HTTP 500 when that runs out. */
export async function openGeminiServer(
  script: ModelScript | readonly ScriptedStep[],
  options: GeminiServerOptions = {},
): Promise<GeminiServer> {
  const log = options.logFile === undefined ? undefined : openSync(options.logFile, 'a');
  const endpoint = new ScriptedEndpoint(script, {
    ...options,
    onRequest: (request) => {
      if (log !== undefined) writeSync(log, `${JSON.stringify(request)}\n`);
    },
  });
  // Closing an idle connection just as a client reuses it would be a fault that no script asked for.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    endpoint.serve(incoming, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: endpoint.requests,
    faults: endpoint.faults,
    left: () => endpoint.left,
    close: async () => {
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      if (log !== undefined) closeSync(log);
    },
  };
}
