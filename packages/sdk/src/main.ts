import type { Bowline } from './bowline.ts';
import { checkOptions, sessionOptions, type SessionOptions } from './session-options.ts';

/** Opens a session on this machine. Throws `OPTIONS_INVALID` for unknown options and invalid values. */
export async function openSession(options: SessionOptions = {}): Promise<Bowline> {
  checkOptions(options, sessionOptions);
  // The engine is loaded with the first session, so that importing the SDK is fast.
  const { openHere, silenceAdk } = await import('./open-here.ts');
  silenceAdk();
  const { pid, execPath, execArgv, platform, env } = process;
  const facts = { name: 'bowline sdk', version: '0.1.0', pid, execPath, execArgv, platform, env };
  return await openHere({ ...options, workspace: options.workspace ?? process.cwd() }, facts);
}

export type { Answer, Bowline } from './bowline.ts';
export type { ConfirmationReply, ConfirmationRequest, OnConfirmation } from './confirmations.ts';
export type { SessionOptions } from './session-options.ts';
export type * from '@bowline/protocol';
export { AgentError, approvalModes, createMessage, toText, unreachable } from '@bowline/protocol/plain';
export { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '@bowline/tools/plain';
