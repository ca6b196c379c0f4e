import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelScript, ScriptedStep } from '../scripted-model/model-script.ts';
import { ScriptedEndpoint, type ScriptedEndpointOptions } from './scripted-endpoint.ts';
import type { ServedRequest } from './served-request.ts';

/** How a scripted server differs from the plain one. */
export interface ModelServerOptions extends ScriptedEndpointOptions {
  /** Any free port by default. */
  readonly port?: number;
  /** Each request is appended to this file as a line of JSON. */
  readonly logFile?: string;
}

/** Scripted model APIs on this machine: Gemini's, OpenAI's two and Anthropic's, all from one script. */
export interface ModelServer {
  /** The base URL for a Gemini client, with no slash at its end; clients of OpenAI and Anthropic take it with `/v1`. */
  readonly url: string;
  /** Lists of models and counts of tokens too: `action` tells them from answers. */
  readonly requests: readonly ServedRequest[];
  /** Unscripted requests. A test ends by comparing this with `[]`. */
  readonly faults: readonly string[];
  /** The number of unused steps. */
  left(): number;
  /** Ends the server and every connection at once. */
  close(): Promise<void>;
}

/** Starts model APIs on 127.0.0.1 that answer from the script, and with a loud HTTP 500 when that runs out. */
export async function openModelServer(
  script: ModelScript | readonly ScriptedStep[],
  options: ModelServerOptions = {},
): Promise<ModelServer> {
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
