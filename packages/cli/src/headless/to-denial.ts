import type { DeniedCall } from '@bowline/assembly';

/** A call that was not allowed, as programs read it. */
export interface Denial {
  readonly tool_name: string;
  readonly tool_id: string;
  readonly target?: string;
  readonly args_sha256: string;
  readonly reason: string;
  readonly allowed_in?: string;
}

/** A denied call in the words of the output formats. */
export function toDenial({ callId, tool, target, argsDigest, reason, allowedIn }: DeniedCall): Denial {
  return {
    tool_name: tool,
    tool_id: callId,
    ...(target === undefined ? {} : { target }),
    args_sha256: argsDigest,
    reason,
    ...(allowedIn === undefined ? {} : { allowed_in: allowedIn }),
  };
}

/** A denied call in one line, with what would allow it. */
export function describeDenial({ tool, target, reason, explanation, allowedIn }: DeniedCall): string {
  const what = target === undefined ? tool : `${tool} (${target})`;
  const how = allowedIn === undefined ? '' : ` Allowed with --approval-mode ${allowedIn}.`;
  const why = explanation ?? toPerson(reason, tool);
  return `Denied ${what}: ${why.replaceAll(/\s+/g, ' ').replace(/\.?$/, '.')}${how}`;
}

/** What the model was told, as the person reads it who knows the tool from the line, and may have denied it. */
function toPerson(reason: string, tool: string): string {
  const rest = reason.startsWith(`${tool} `) ? reason.slice(tool.length + 1).replace(/^is /, '') : reason;
  return rest.replace(/^the person refused(?=$|:)/, 'You denied this');
}
