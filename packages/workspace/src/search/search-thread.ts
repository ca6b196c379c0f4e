import { parentPort } from 'node:worker_threads';
import { searchPaths, type PathsQuery } from './search-paths.ts';

const never = new AbortController().signal;

parentPort?.on('message', (message: { readonly paths: readonly string[]; readonly query: PathsQuery }) => {
  void searchPaths(message.paths, message.query, never).then((matches) => {
    parentPort?.postMessage(matches);
  });
});
