import { AgentError } from '@bowline/protocol';
import { fail, type ToolOutcome, type ToolScope } from '../define-tool.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a directory',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
  EEXIST: 'a file with this name exists',
  ENOTDIR: 'part of the path is a file, not a directory',
};

/** Wraps a tool's `run`: file system errors become answers for the model. Any other error is a bug and is rethrown. */
export function answerFileErrors<Input>(
  run: (input: Input, scope: ToolScope) => Promise<ToolOutcome>,
): (input: Input, scope: ToolScope) => Promise<ToolOutcome> {
  return async (input, scope) => {
    try {
      return await run(input, scope);
    } catch (thrown) {
      if (!AgentError.is(thrown)) throw thrown;
      const errno = thrown.details['errno'];
      if (typeof errno !== 'string') throw thrown;
      const words = WORDS[errno];
      return fail('file_error', words === undefined ? thrown.message : `${thrown.message} (${words})`);
    }
  };
}
