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

describe('an ADK request', () => {
  test('is built by these ten processors, in this order', () => {
    expect(names(createRig({}).agent)).toEqual(defaults);
  });

  test('has a list of processors per agent, so that changing one list does not affect another agent', () => {
    const [one, two] = [createRig({}).agent, createRig({}).agent];
    one.requestProcessors.pop();
    expect(two.requestProcessors).toHaveLength(10);
  });

  test('has agent transfer as an eleventh processor unless both flags disable it', () => {
    const open = new LlmAgent({ name: 'main', model: createRig({}).model });
    expect(names(open)).toEqual([...defaults, 'AgentTransferLlmRequestProcessor']);
  });

  test('has CONTENT_REQUEST_PROCESSOR in its list, which can be replaced', async () => {
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

  test('has nothing about identity or transfer in the instruction if both flags disable transfer', async () => {
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

  test('has no system instruction if none is set', async () => {
    const { model, run } = createRig({ answers: [[whole('a')]] });
    await all(run());
    expect(model.requests[0]?.config?.systemInstruction).toBeUndefined();
  });

  test('uses an instruction function as is, and an instruction string as a template', async () => {
    const text = 'use {braces} and {artifact.x}';
    const { model, run } = createRig({ answers: [[whole('a')]], agent: { instruction: () => text } });
    await all(run());
    expect(model.requests[0]?.config?.systemInstruction).toBe(text);

    const templated = createRig({ answers: [[whole('a')]], agent: { instruction: text } });
    await expect(all(templated.run())).rejects.toThrow('Context variable not found');
  });

  test('computes the instruction again on every step', async () => {
    let steps = 0;
    const { model, run } = createRig({
      answers: [[whole('a')], [whole('b')]],
      agent: { instruction: () => `step ${(steps += 1)}` },
    });
    await all(run());
    await all(run());
    expect(model.requests.map(({ config }) => config?.systemInstruction)).toEqual(['step 1', 'step 2']);
  });

  test('has every tool as a declaration with its JSON schema, in one entry of config.tools', async () => {
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

  test('names the model that a processor sets, and goes to the same model object', async () => {
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

  test('has its own label in config.labels, and nothing else in a bare config', async () => {
    const { model, run } = createRig({ answers: [[whole('a')]] });
    await all(run());
    expect(model.requests[0]?.config).toEqual({ labels: { adk_agent_name: 'main' } });
  });

  test('is built from a session without events, although the contents are calls and their results', async () => {
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
