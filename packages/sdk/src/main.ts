import type { Bowline } from './bowline.ts';
import { checkOptions, sessionOptions, type SessionOptions } from './session-options.ts';

/** Opens a session on this machine, durable from its first word. Throws `OPTIONS_INVALID` for an option that there is not or a wrong value. */
export async function openSession(options: SessionOptions = {}): Promise<Bowline> {
  checkOptions(options, sessionOptions);
  // What a session is made of is loaded with the first one: a program that imports us need not wait for it.
  const { openHere } = await import('./open-here.ts');
  const { pid, execPath, execArgv, platform, env } = process;
  const facts = { name: 'bowline sdk', version: '0.1.0', pid, execPath, execArgv, platform, env };
  return await openHere({ workspace: process.cwd(), ...options }, facts);
}

export type { Answer, Bowline } from './bowline.ts';
export type { ConfirmationReply, ConfirmationRequest, OnConfirmation } from './confirmations.ts';
export type { SessionOptions } from './session-options.ts';
export type * from '@bowline/protocol';
export { AgentError, approvalModes, createMessage, toText, unreachable } from '@bowline/protocol/plain';
export { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '@bowline/tools/plain';
