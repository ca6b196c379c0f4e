import { closeSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelScript, ScriptedStep } from '../model-script.ts';
import { ScriptedEndpoint, type ScriptedEndpointOptions } from './scripted-endpoint.ts';
import type { ServedRequest } from './served-request.ts';

/** Options of a scripted server. */
export interface ModelServerOptions extends ScriptedEndpointOptions {
  /** Default: any free port. */
  readonly port?: number;
  /** A file to which each request is appended as a line of JSON. */
  readonly logFile?: string;
}

/** Scripted model APIs on this machine: Gemini's, OpenAI's two and Anthropic's, all served from one script. */
export interface ModelServer {
  /** The base URL for a Gemini client, without a trailing slash. OpenAI and Anthropic clients need `/v1` after it. */
  readonly url: string;
  /** Includes requests for model lists and token counts; `action` tells them from requests for answers. */
  readonly requests: readonly ServedRequest[];
  /** Unscripted requests. A test ends by comparing this with `[]`. */
  readonly faults: readonly string[];
  /** The number of unused steps. */
  left(): number;
  /** Stops the server and closes every connection at once. */
  close(): Promise<void>;
}

/** Starts model APIs on 127.0.0.1 that answer from the script, and with HTTP 500 when the script is used up. */
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
  // Closing an idle connection while a client reuses it would be a fault that is not in the script.
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
