import type { FunctionCallingConfigMode, FunctionDeclaration, GenerateContentConfig } from '@google/genai';
import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider';
import { toToolName } from './call-names.ts';
import { toJsonSchema, type JsonSchema } from './to-json-schema.ts';

/** The tools of a request, and the tool choice. */
export interface Tools {
  readonly tools: LanguageModelV4FunctionTool[];
  readonly toolChoice: LanguageModelV4CallOptions['toolChoice'];
  /** Our names of tools whose names the provider does not accept. */
  readonly names: ReadonlyMap<string, string>;
}

/** String literals only: the enum would load Google's whole client. */
type Mode = `${FunctionCallingConfigMode}`;

/** Converts functions to the AI SDK's format. Tools that Google runs itself, such as search, exist only there. */
export function toTools({ tools = [], toolConfig }: GenerateContentConfig): Tools {
  const declared = tools.flatMap((tool) => ('functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : []));
  const { mode: enumerated, allowedFunctionNames = [] } = toolConfig?.functionCallingConfig ?? {};
  const mode: Mode | undefined = enumerated;
  const [only, ...others] = mode === 'ANY' ? allowedFunctionNames : [];
  const allowed = others.length === 0 ? undefined : new Set(allowedFunctionNames);
  const named = declared.filter(({ name }) => name !== undefined && allowed?.has(name) !== false);
  return {
    tools: named.map(toTool),
    toolChoice:
      only !== undefined && allowed === undefined ? { type: 'tool', toolName: toToolName(only) } : choices(mode),
    names: new Map(named.map(({ name = '' }) => [toToolName(name), name])),
  };
}

function choices(mode: Mode | undefined): LanguageModelV4CallOptions['toolChoice'] {
  switch (mode) {
    case 'ANY':
      return { type: 'required' };
    case 'NONE':
      return { type: 'none' };
    case 'AUTO':
    case 'VALIDATED':
      return { type: 'auto' };
    case 'MODE_UNSPECIFIED':
    case undefined:
      return undefined;
  }
}

function toTool({
  name = '',
  description,
  parameters,
  parametersJsonSchema,
}: FunctionDeclaration): LanguageModelV4FunctionTool {
  const schema = parametersJsonSchema ?? (parameters === undefined ? {} : toJsonSchema(parameters));
  return {
    type: 'function',
    name: toToolName(name),
    ...(description === undefined ? {} : { description }),
    inputSchema: { type: 'object', properties: {}, ...(schema as JsonSchema) },
  };
}
