// Prints what changes in the process when a library is loaded and, for the SDK, used.
import { compareStates, readProcessState } from '../process-state.ts';

/** Initializes globals that Node creates lazily, so that they do not count as changes. */
for (const name of Reflect.ownKeys(globalThis)) Reflect.get(globalThis, name);

const before = readProcessState();
const [what, ...calls] = process.argv.slice(2);
if (what === 'adk') await import('@google/adk');
else {
  const { openSession } = await import('@bowline/sdk');
  const { answer, scriptedModel } = await import('@bowline/testkit');
  const steps = [
    ...calls.map((command) => answer.calls({ name: 'run_shell_command', args: { command } })),
    answer.text('done'),
  ];
  const bowline = await openSession({ client: scriptedModel(steps), approval: { mode: 'yolo' } });
  await bowline.ask('go');
  await bowline.close();
}
console.log(JSON.stringify(compareStates(before, readProcessState())));
