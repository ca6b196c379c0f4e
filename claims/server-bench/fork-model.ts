import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A model in its own process, which exits when it is disconnected. */
export interface ForkedModel {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts the model in a file, whose first message is its address. */
export async function forkModel(file: string): Promise<ForkedModel> {
  const child = fork(file, {
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout === null) throw new Error('the model says nothing');
  const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (!(said instanceof Buffer)) throw new Error('the model did not start');
  return { url: said.toString().trim(), child };
}
