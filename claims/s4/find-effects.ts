import type { ModelServer } from '@bowline/testkit';
import { dirname, sep } from 'node:path';
import type { Canary } from '../../tests/hostile-folder/open-canary.ts';
import { CONTEXT_WORD } from '../../tests/hostile-folder/trap.ts';
import type { Watched } from './watch-process.ts';

/** Files that can only restrict: the paths they name cannot be read. */
const HIDING = /\/\.(?:gemini|bowline)ignore$/;

/** The effects of a folder, by kind, as readable text. */
export interface Effects {
  /** Programs that were started, from the folder or from elsewhere. */
  readonly executed: readonly string[];
  /** Files of the folder that were opened, and those that were only looked up. */
  readonly opened: readonly string[];
  readonly looked: readonly string[];
  /** Connections to anything but the model. */
  readonly connected: readonly string[];
  /** Traps that were triggered. */
  readonly canaries: readonly string[];
  /** Requests with text from its context files, and requests to a model that the user did not choose. */
  readonly contextSent: readonly string[];
  readonly otherModels: readonly string[];
}

/** Where a process was watched, and what it may do there. */
export interface Scenery {
  readonly folders: readonly string[];
  /** A file that the model requested. */
  readonly wanted?: string | undefined;
  /**
   * The model requested a search or a command: system programs may run and files may be read, but nothing in the folder
   * may run.
   */
  readonly isAtWork?: boolean | undefined;
  readonly server: ModelServer;
  readonly userModel: string;
  readonly canary: Canary;
}

/** The effects of a process in a folder, apart from what the model requested. */
export function findEffects(seen: Watched, scenery: Scenery): Effects {
  const { folders, wanted = '', isAtWork = false, server, userModel, canary } = scenery;
  const isIn = (path: string): boolean => folders.some((folder) => path.startsWith(`${folder}${sep}`));
  const isOnTheWay = (path: string): boolean => path === wanted || path === dirname(wanted);
  return {
    executed: seen.executed.filter((path) => !isAtWork || isIn(path)),
    opened: seen.opened.filter((path) => isIn(path) && path !== wanted && !isAtWork && !HIDING.test(path)),
    looked: seen.looked.filter((path) => isIn(path) && !isOnTheWay(path)),
    connected: seen.connected.filter((address) => !isAddressOf(server, address) && !(isAtWork && isLocal(address))),
    canaries: [...canary.ran(), ...canary.asked()],
    contextSent: server.requests.flatMap(({ body, path }) =>
      JSON.stringify(body).includes(CONTEXT_WORD) ? [path] : [],
    ),
    otherModels: server.requests.flatMap(({ model }) => (model === userModel ? [] : [model ?? 'no model'])),
  };
}

function isAddressOf({ url }: ModelServer, address: string): boolean {
  const { hostname, port } = new URL(url);
  return address.includes(`htons(${port})`) && address.includes(`"${hostname}"`);
}

/** Commands are started by the supervisor, which listens on a Unix socket. */
function isLocal(address: string): boolean {
  return address.includes('AF_UNIX');
}
