import { builtInTools, type Tool } from '@bowline/tools';
import { expect, onTestFinished, test } from 'vitest';
import { echo, Stage, type StageOptions } from './play.ts';
import { testAgent } from './test-agent.ts';
import { callTool, roleModel, say, type RoleModel, type Roles } from './view-model.ts';

const named = (name: string): Tool => {
  const tool = builtInTools.find((known) => known.name === name);
  if (tool === undefined) throw new TypeError(`no tool ${name}`);
  return tool;
};
const PLAN = '# Plan\n\n1. write the file';

async function open(roles: Roles, options: StageOptions = {}): Promise<Stage<RoleModel>> {
  const model = roleModel(roles);
  const subject = await testAgent({
    tools: [named('enter_plan_mode'), named('exit_plan_mode'), echo('write', 'write').tool],
    instruction: (mode) => `You are in ${mode} mode.`,
    isOffered: ({ name, effect }, mode) => {
      if (name === 'enter_plan_mode') return mode !== 'plan';
      if (name === 'exit_plan_mode') return mode === 'plan';
      return mode !== 'plan' || effect === 'read';
    },
    decide: async ({ name }) => ({ verdict: name === 'exit_plan_mode' ? 'ask' : 'allow' }),
    ...options,
    model,
  });
  onTestFinished(subject.close);
  return new Stage(subject.agent, model);
}

/** The tools that the model is offered, by request. */
const offered = ({ model }: Stage<RoleModel>): string[] =>
  model.requests.map(({ config }) => {
    const tools = (config.tools ?? []).flatMap((tool) =>
      'functionDeclarations' in tool ? (tool.functionDeclarations ?? []) : [],
    );
    return `${JSON.stringify(config.systemInstruction)} ${tools.map(({ name }) => name).join(' ')}`;
  });

const script: Roles['agent'] = (_, n) => {
  const answers = [
    callTool('enter_plan_mode', { reason: 'it is a lot' }),
    callTool('exit_plan_mode', { plan: PLAN }),
    callTool('write', { text: 'x' }),
    say('done'),
  ];
  return [answers[n] ?? say('nothing more')];
};

test('plan mode swaps instruction and tools, has the plan approved, saves it to a file, and continues with carrying it out', async () => {
  const kept: string[][] = [];
  const stage = await open(
    { agent: script },
    {
      saveArtifact: async (name, text) => {
        kept.push([name, text]);
        return `/artifacts/${name}`;
      },
    },
  );
  await stage.agent.send({ update: { mode: 'auto_edit' } });
  await stage.say('go');
  const question = await stage.asked('exit_plan_mode');
  expect(question.display).toEqual({ type: 'text', text: PLAN });
  expect((await stage.agent.status()).mode).toBe('plan');
  await stage.answer(question, { outcome: 'once' });
  await stage.until('agent_end');
  expect(offered(stage)).toEqual([
    '"You are in auto_edit mode." enter_plan_mode write',
    '"You are in plan mode." exit_plan_mode',
    '"You are in auto_edit mode." enter_plan_mode write',
    '"You are in auto_edit mode." enter_plan_mode write',
  ]);
  expect(kept).toEqual([[expect.stringMatching(/^plan-.*\.md$/) as string, PLAN]]);
  expect(stage.lines.filter((line) => line.startsWith('session_update'))).toEqual([
    'session_update auto_edit',
    'session_update scripted',
    'session_update plan',
    'session_update scripted',
    'session_update auto_edit',
    'session_update scripted',
  ]);
});

test('a denied plan keeps plan mode, and the model receives the reason', async () => {
  const stage = await open({ agent: (_, n) => [n === 0 ? callTool('exit_plan_mode', { plan: PLAN }) : say('I see')] });
  await stage.agent.send({ update: { mode: 'plan' } });
  await stage.say('go');
  await stage.answer(await stage.asked('exit_plan_mode'), { outcome: 'denied', reason: 'too long' });
  await stage.until('agent_end');
  expect((await stage.agent.status()).mode).toBe('plan');
  expect(JSON.stringify(stage.model.requests[1]?.contents)).toContain('too long');
});

test('the user can edit the plan before approving it; the edited plan is saved', async () => {
  const kept: string[] = [];
  const stage = await open(
    { agent: (_, n) => [n === 0 ? callTool('exit_plan_mode', { plan: PLAN }) : say('done')] },
    {
      saveArtifact: async (name, text) => {
        kept.push(text);
        return name;
      },
    },
  );
  await stage.agent.send({ update: { mode: 'plan' } });
  await stage.say('go');
  await stage.answer(await stage.asked('exit_plan_mode'), { outcome: 'edited', args: { plan: 'only look' } });
  await stage.until('agent_end');
  expect(kept).toEqual(['only look']);
  expect((await stage.agent.status()).mode).toBe('default');
});
