import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scriptedModel } from '@bowline/testkit';
import { expect, test } from 'vitest';
import type { ConfirmationRequest } from '../../packages/sdk/src/confirmations.ts';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { apply, playPreview } from './play-preview.ts';
import { bash } from './run-commands.ts';

test('a turn that ends with pending changes asks by itself, and does not call the model again', async () => {
  const { asked, read, model, events } = await playPreview([bash('echo x > x'), step.text('done')], ['once']);
  expect(asked.map(({ tool }) => tool)).toEqual(['apply_changes']);
  expect(read('x')).toBe('x\n');
  expect(model.requests).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
});

test('denying discards, and the model is told; what it is told has the form of a message if it did not ask', async () => {
  const own = await playPreview(
    [bash('echo x > x'), step.text('done'), step.text('I see')],
    [{ outcome: 'denied', reason: 'wrong file' }],
  );
  expect(own.read('x')).toBeUndefined();
  const last = own.model.requests.at(-1)?.contents.at(-1);
  expect(last).toMatchObject({ role: 'user' });
  expect(JSON.stringify(last)).toContain('discarded the pending changes: wrong file');
  expect(JSON.stringify(last)).not.toContain('functionResponse');
  const asking = await playPreview([bash('echo x > x'), apply, bash('ls'), step.text('done')], ['denied']);
  expect(asking.results()[1]).toMatchObject([
    'denied',
    expect.stringContaining('The workspace is as it was') as string,
  ]);
  expect(asking.results()[2]?.[1]).not.toContain('x');
  expect(asking.asked).toHaveLength(1);
});

test("a person's edit in between is a conflict that is named, and nothing is applied", async () => {
  const { results, read, asked } = await playPreview(
    [bash('echo agent > a; echo n > n'), apply, step.text('sorry'), step.text('discarded')],
    [
      (_, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return 'once';
      },
      'denied',
    ],
    { a: 'one\n' },
  );
  expect(results()[1]).toMatchObject(['preview_conflict', expect.stringContaining('since: a.') as string]);
  expect([read('a'), read('n')]).toEqual(['person\n', undefined]);
  // The turn does not end before it is decided.
  expect(asked.map(({ preview }) => preview?.conflicts)).toEqual([[], ['a']]);
});

test('if Bowline asked and a file has changed since, it asks again at once, without the model', async () => {
  const { read, asked, model, events } = await playPreview(
    [bash('echo agent > a; echo n > n'), step.text('done')],
    [
      (_, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return 'once';
      },
      ({ preview }) => ({ outcome: 'once', preview: preview?.previewId ?? '', overwrites: true }),
    ],
    { a: 'one\n' },
  );
  expect(asked.map(({ tool, preview }) => [tool, preview?.conflicts])).toEqual([
    ['apply_changes', []],
    ['apply_changes', ['a']],
  ]);
  expect([read('a'), read('n')]).toEqual(['agent\n', 'n\n']);
  expect(model.requests).toHaveLength(2);
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
});

test('a host that always allows what cannot be applied is not asked forever', async () => {
  const { read, asked, model } = await playPreview(
    [bash('echo agent > a'), step.text('done')],
    Array.from({ length: 20 }, () => (_: unknown, workspace: string) => {
      writeFileSync(join(workspace, 'a'), 'person\n');
      return 'once' as const;
    }),
    { a: 'one\n' },
  );
  expect([read('a'), asked.length, model.requests.length]).toEqual(['person\n', 5, 2]);
});

test('the user can apply over other changes', async () => {
  const { read } = await playPreview(
    [bash('echo agent > a'), step.text('done')],
    [
      ({ preview }, workspace) => {
        writeFileSync(join(workspace, 'a'), 'person\n');
        return { outcome: 'once', preview: preview?.previewId ?? '', overwrites: true };
      },
    ],
    { a: 'one\n' },
  );
  expect(read('a')).toBe('agent\n');
});

test('an apply can be undone like any other change', async () => {
  const { bowline, read, events } = await playPreview([bash('echo two > a'), step.text('done')], ['once'], {
    a: 'one\n',
  });
  expect(read('a')).toBe('two\n');
  const message = events.find((event) => event.type === 'message' && event.role === 'user');
  await bowline.session.send({ action: { name: 'rewind', data: { before: message?.id ?? '', files: true } } });
  expect(read('a')).toBe('one\n');
});

test('a rule of the user can apply what is pending without a question', async () => {
  const bench = openSdkBench();
  const policy = join(bench.workspace, '..', 'rules.toml');
  writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "allow"\npriority = 100\n');
  const asked: string[] = [];
  const bowline = await bench.open(scriptedModel([bash('echo x > x'), step.text('done')]), {
    approval: { mode: 'preview', policies: [policy] },
    trust: { isTrusted: true },
    onConfirmation: ({ tool }) => {
      asked.push(tool);
      return 'denied';
    },
  });
  await bowline.ask('go');
  expect(asked).toEqual([]);
  expect(readFileSync(join(bench.workspace, 'x'), 'utf8')).toBe('x\n');
});

test('where a rule allows changes that cannot be applied, the user is asked, once', async () => {
  const bench = openSdkBench();
  const policy = join(bench.workspace, '..', 'rules.toml');
  const a = join(bench.workspace, 'a');
  writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "allow"\npriority = 100\n');
  writeFileSync(a, 'one\n');
  const model = scriptedModel([bash('echo agent > a'), step.text('done'), step.text('I see')]);
  const asked: ConfirmationRequest[] = [];
  const bowline = await bench.open(model, {
    approval: { mode: 'preview', policies: [policy] },
    trust: { isTrusted: true },
    onConfirmation: (request) => {
      asked.push(request);
      return 'denied';
    },
  });
  bowline.session.subscribe((event) => {
    if (event.type === 'tool_response') writeFileSync(a, 'person\n');
  });
  await bowline.ask('go');
  expect(asked.map(({ tool, rule, preview }) => [tool, rule, preview?.conflicts])).toEqual([
    ['apply_changes', 'a rule allows it, but the changes could not be applied', ['a']],
  ]);
  expect([readFileSync(a, 'utf8'), model.requests.length]).toEqual(['person\n', 3]);
});

test.each(['deny', 'exclude', 'core'] as const)(
  'Bowline asks about pending changes even if the model may not (%s)',
  async (kind) => {
    const bench = openSdkBench();
    const policy = join(bench.workspace, '..', 'rules.toml');
    writeFileSync(policy, '[[rule]]\ntoolName = "apply_changes"\ndecision = "deny"\npriority = 100\n');
    const asked: string[] = [];
    const origin = { file: 'settings.json', line: 1, tier: 'user' as const };
    const model = scriptedModel([bash('echo x > x'), apply, step.text('done')]);
    const rules = {
      deny: { policies: [policy] },
      exclude: { toolLists: [{ ...origin, key: 'tools.exclude' as const, names: ['apply_changes'] }] },
      core: { toolLists: [{ ...origin, key: 'tools.core' as const, names: ['run_shell_command'] }] },
    };
    const bowline = await bench.open(model, {
      approval: { mode: 'preview', ...rules[kind] },
      trust: { isTrusted: true },
      onConfirmation: ({ tool }) => {
        asked.push(tool);
        return 'once';
      },
    });
    const errors: (string | undefined)[] = [];
    bowline.session.subscribe((event) => {
      if (event.type === 'tool_response') errors.push(event.errorType);
    });
    await bowline.ask('go');
    expect(asked).toEqual(['apply_changes']);
    expect(errors).toEqual([undefined, 'policy_violation', undefined]);
    expect(readFileSync(join(bench.workspace, 'x'), 'utf8')).toBe('x\n');
    expect(model.requests).toHaveLength(3);
  },
);

test('apply_changes is for pending changes, and is called alone', async () => {
  const { results, asked } = await playPreview(
    [
      apply,
      step.calls(
        { name: 'run_shell_command', args: { command: 'echo x > x' } },
        { name: 'apply_changes', args: { summary: 's' } },
      ),
      step.text('done'),
    ],
    ['once'],
  );
  expect(results().map(([type]) => type)).toEqual(['nothing_pending', 'not_alone', 'ok', 'ok']);
  expect(asked).toHaveLength(1);
});
