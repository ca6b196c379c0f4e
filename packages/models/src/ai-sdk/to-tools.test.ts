import { FunctionCallingConfigMode as Mode, Type, type GenerateContentConfig } from '@google/genai';
import { expect, test } from 'vitest';
import { toTools } from './to-tools.ts';

const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b.c' }, { name: 'd' }] }];

test.each<[GenerateContentConfig['toolConfig'], unknown, string[]]>([
  [undefined, undefined, ['a', 'b_c', 'd']],
  [{ functionCallingConfig: { mode: Mode.AUTO } }, { type: 'auto' }, ['a', 'b_c', 'd']],
  [{ functionCallingConfig: { mode: Mode.NONE } }, { type: 'none' }, ['a', 'b_c', 'd']],
  [{ functionCallingConfig: { mode: Mode.ANY } }, { type: 'required' }, ['a', 'b_c', 'd']],
  [
    { functionCallingConfig: { mode: Mode.ANY, allowedFunctionNames: ['b.c'] } },
    { type: 'tool', toolName: 'b_c' },
    ['a', 'b_c', 'd'],
  ],
  [
    { functionCallingConfig: { mode: Mode.ANY, allowedFunctionNames: ['a', 'b.c'] } },
    { type: 'required' },
    ['a', 'b_c'],
  ],
])('the tool choice for %j', (toolConfig, choice, names) => {
  const made = toTools({ tools, ...(toolConfig === undefined ? {} : { toolConfig }) });
  expect(made.toolChoice).toEqual(choice);
  expect(made.tools.map(({ name }) => name)).toEqual(names);
  expect(made.names.get('b_c')).toBe('b.c');
});

test("a schema in Gemini's dialect becomes JSON Schema, and a missing one becomes an empty object", () => {
  const parameters = {
    type: Type.OBJECT,
    required: ['n'],
    propertyOrdering: ['n', 'of'],
    properties: {
      n: { type: Type.INTEGER, nullable: true, description: 'how many', minimum: 1 },
      of: {
        type: Type.ARRAY,
        minItems: '2',
        items: { anyOf: [{ type: Type.STRING, example: 'x' }, { type: Type.NULL }] },
      },
    },
  };
  const { tools: made } = toTools({ tools: [{ functionDeclarations: [{ name: 'a', parameters }, { name: 'b' }] }] });
  expect(made.map(({ inputSchema }) => inputSchema)).toEqual([
    {
      type: 'object',
      required: ['n'],
      properties: {
        n: { type: ['integer', 'null'], description: 'how many', minimum: 1 },
        of: { type: 'array', minItems: 2, items: { anyOf: [{ type: 'string', examples: ['x'] }, { type: 'null' }] } },
      },
    },
    { type: 'object', properties: {} },
  ]);
});
