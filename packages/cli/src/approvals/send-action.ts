import type { JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { openToAnswer } from './open-to-answer.ts';

/** Sends an action to a session, wherever it is open, and prints the notices that follow. Resolves to the codes of warnings. */
export async function sendAction(
  sessionId: string,
  action: { readonly name: string; readonly data: JsonObject },
  env: CommandEnv,
): Promise<ReadonlySet<string>> {
  const warnings = new Set<string>();
  let isBefore = action.name === 'rewind';
  const opened = await openToAnswer(sessionId, { takeover: false }, env);
  try {
    opened.session.subscribe((event) => {
      // What was pending before a rewind need not be pending after it.
      if (event.type === 'rewound') isBefore = false;
      if (event.type !== 'notice' || (isBefore && event.code === 'CHANGES_PENDING')) return;
      if (event.level === 'warning') warnings.add(event.code);
      env.stdout(`${event.text}\n`);
    });
    await opened.session.send({ action });
  } finally {
    await opened.close();
  }
  return warnings;
}
