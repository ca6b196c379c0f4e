import { CONTENT_REQUEST_PROCESSOR, LlmAgent } from '@google/adk';
import { all } from '@bowline/testkit';
import { describe, expect, test } from 'vitest';
import { calling, CountedTool, createRig, LookingProcessor, whole } from './adk-pins-rig.ts';

const defaults = [
  'BasicLlmRequestProcessor',
  'AuthPreprocessor',
  'IdentityLlmRequestProcessor',
  'InstructionsLlmRequestProcessor',
  'RequestConfirmationLlmRequestProcessor',
  'RequestInputLlmRequestProcessor',
  'ContentRequestProcessor',
  'InteractionsRequestProcessor',
  'CodeExecutionRequestProcessor',
  'ToolFilterRequestProcessor',
];
const names = (agent: LlmAgent): string[] => agent.requestProcessors.map((processor) => processor.constructor.name);

describe('ADK builds a request', () => {
  test('with these ten processors, in this order', () => {
    expect(names(createRig({}).agent)).toEqual(defaults);
  });

  test('with a list of processors per agent, so that changing one changes no other', () => {
    const [one, two] = [createRig({}).agent, createRig({}).agent];
    one.requestProcessors.pop();
    expect(two.requestProcessors).toHaveLength(10);
  });

  test('with agent transfer as an eleventh unless both flags forbid it', () => {
    const open = new LlmAgent({ name: 'main', model: createRig({}).model });
    expect(names(open)).toEqual([...defaults, 'AgentTransferLlmRequestProcessor']);
  });

  test('by a list of which CONTENT_REQUEST_PROCESSOR is a member and can be replaced', async () => {
    const { agent, model, run } = createRig({ answers: [[whole('a')]] });
    const at = agent.requestProcessors.indexOf(CONTENT_REQUEST_PROCESSOR);
    expect(at).toBe(6);
    const contents = [{ role: 'user', parts: [{ text: 'from elsewhere' }] }];
    agent.requestProcessors.splice(
      at,
      1,
      new LookingProcessor((request) => {
        request.contents = contents;
      }),
    );
    await all(run());
    expect(model.requests[0]?.contents).toEqual(contents);
  });

  test('with nothing about identity or transfer in the instruction when both flags forbid transfer', async () => {
    const quiet = createRig({ answers: [[whole('a')]], agent: { instruction: () => 'be good' } });
    await all(quiet.run());
    expect(quiet.model.requests[0]?.config?.systemInstruction).toBe('be good');

    const open = createRig({
      answers: [[whole('a')]],
      agent: { instruction: () => 'be good', disallowTransferToParent: false },
    });
    await all(open.run());
    expect(open.model.requests[0]?.config?.systemInstruction).toContain('Your internal name is "main"');
  });

  test('with no system instruction at all when there is none', async () => {
    const { model, run } = createRig({ answers: [[whole('a')]] });
    await all(run());
    expect(model.requests[0]?.config?.systemInstruction).toBeUndefined();
  });

  test('from a function as it is, and from a string as a template', async () => {
    const text = 'use {braces} and {artifact.x}';
    const { model, run } = createRig({ answers: [[whole('a')]], agent: { instruction: () => text } });
    await all(run());
    expect(model.requests[0]?.config?.systemInstruction).toBe(text);

    const templated = createRig({ answers: [[whole('a')]], agent: { instruction: text } });
    await expect(all(templated.run())).rejects.toThrow('Context variable not found');
  });

  test('asking for the instruction again on every step', async () => {
    let steps = 0;
    const { model, run } = createRig({
      answers: [[whole('a')], [whole('b')]],
      agent: { instruction: () => `step ${(steps += 1)}` },
    });
    await all(run());
    await all(run());
    expect(model.requests.map(({ config }) => config?.systemInstruction)).toEqual(['step 1', 'step 2']);
  });

  test('with every tool as a declaration, JSON schema and all, in one entry of config.tools', async () => {
    const tools = ['one', 'two'].map((name) => new CountedTool({ name, description: `is ${name}` }));
    const { model, run } = createRig({ answers: [[whole('a')]], agent: { tools } });
    await all(run());
    const parametersJsonSchema = { type: 'object', properties: { text: { type: 'string' } } };
    expect(model.requests[0]?.config?.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'one', description: 'is one', parametersJsonSchema },
          { name: 'two', description: 'is two', parametersJsonSchema },
        ],
      },
    ]);
  });

  test('for the model that a processor names, and sends it to the same model object', async () => {
    const { agent, model, run } = createRig({ answers: [[whole('a')]] });
    agent.requestProcessors.push(
      new LookingProcessor((request) => {
        expect(request.model).toBe('pinned');
        request.model = 'better';
      }),
    );
    await all(run());
    expect(model.requests[0]?.model).toBe('better');
  });

  test('with its own label in config.labels, and nothing else in a bare config', async () => {
    const { model, run } = createRig({ answers: [[whole('a')]] });
    await all(run());
    expect(model.requests[0]?.config).toEqual({ labels: { adk_agent_name: 'main' } });
  });

  test('from a session that has no events, though the contents are calls and their results', async () => {
    const { agent, model, run } = createRig({
      answers: [[calling('one', 'c1')], [whole('done')]],
      agent: { tools: [new CountedTool({ name: 'one', description: '' })] },
    });
    const contents = [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name: 'one', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'one', response: { output: 'x' } } }] },
    ];
    const at = agent.requestProcessors.indexOf(CONTENT_REQUEST_PROCESSOR);
    agent.requestProcessors.splice(
      at,
      1,
      new LookingProcessor((request) => {
        request.contents = contents;
      }),
    );
    await all(run());
    const events = await all(run());
    expect(events.map(({ content }) => content?.parts)).toEqual([[{ text: 'done' }]]);
    expect(model.requests[1]?.contents).toBe(contents);
  });
});
