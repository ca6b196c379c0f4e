import { approvalModeSchema } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import { composeInstruction } from './compose-instruction.ts';
import type { InstructionFacts } from './instruction-facts.ts';

const tools = ['list_directory', 'read_file', 'glob', 'grep_search', 'replace', 'write_file', 'run_shell_command'];
const facts: InstructionFacts = {
  mode: 'default',
  isInteractive: false,
  workspace: '/home/me/work/project',
  directories: [],
  repository: '/home/me/work/project',
  platform: 'linux',
  date: '2026-01-02',
  tools,
  memory: [],
  canLeavePlan: false,
};
const textOf = (more: Partial<InstructionFacts> = {}): string => composeInstruction({ ...facts, ...more }).text;
const partOf = (name: string, more: Partial<InstructionFacts> = {}): string | undefined =>
  composeInstruction({ ...facts, ...more }).parts.find((part) => part.name === name)?.text;

describe('a system instruction', () => {
  it('consists of its parts, each with a reason', () => {
    const { parts, text } = composeInstruction(facts);
    expect(parts.map(({ name }) => name)).toEqual(['role', 'tools', 'environment', 'mode']);
    expect(text).toBe(parts.map((part) => part.text).join('\n\n'));
    for (const { why } of parts) expect(why).toMatch(/^\w.*[\w)]$/);
  });

  it.each(approvalModeSchema.options)('is below 2 KB in mode %s, interactive or not', (mode) => {
    for (const isInteractive of [true, false])
      expect(textOf({ mode, isInteractive, canLeavePlan: true }).length).toBeLessThan(2000);
  });

  it('has the same bytes for the same facts', () => {
    expect(textOf()).toBe(composeInstruction(structuredClone(facts)).text);
  });

  it('keeps everything before the mode when the mode changes', () => {
    const [first, second] = [textOf({ mode: 'default' }), textOf({ mode: 'plan' })].map(
      (text) => text.split('Approval mode')[0],
    );
    expect(first).toBe(second);
    expect(first).not.toBe('');
  });

  it('describes each mode differently', () => {
    const texts = approvalModeSchema.options.map((mode) => partOf('mode', { mode }));
    expect(new Set(texts).size).toBe(approvalModeSchema.options.length);
  });

  it('says in plan mode how to submit the plan', () => {
    expect(partOf('mode', { mode: 'plan', canLeavePlan: true })).toContain('call exit_plan_mode');
    const alone = partOf('mode', { mode: 'plan', canLeavePlan: false });
    expect(alone).not.toContain('exit_plan_mode');
    expect(alone).toContain('plan as your answer');
    expect(textOf({ canLeavePlan: true })).not.toContain('exit_plan_mode');
  });

  it('says when the user cannot answer questions', () => {
    expect(textOf({ isInteractive: false })).toContain('The user cannot answer questions');
    expect(textOf({ isInteractive: true })).not.toContain('The user cannot answer questions');
  });

  it('mentions only available tools', () => {
    expect(partOf('tools')).toContain('use list_directory, read_file, glob, grep_search instead');
    expect(partOf('tools', { tools: ['read_file', 'mine'] })).not.toContain('instead of shell commands');
    expect(partOf('tools', { tools: [] })).toBeUndefined();
  });

  it('describes the environment', () => {
    expect(partOf('environment')).toBe(
      'Workspace: /home/me/work/project, a Git repository. Platform: linux. Date: 2026-01-02.',
    );
    expect(partOf('environment', { repository: '/home/me/work', directories: ['/a', '/b'] })).toContain(
      'project, in the Git repository /home/me/work. Additional directories: /a, /b.',
    );
    expect(partOf('environment', { repository: undefined })).toContain('not in a Git repository');
  });

  it('contains each memory file with its path, in order', () => {
    const memory = [
      { path: '/g/AGENTS.md', text: 'be kind', source: 'global' as const, imports: [] },
      { path: '/p/"odd"\n/AGENTS.md', text: 'be quick', source: 'project' as const, imports: [] },
    ];
    expect(partOf('memory', { memory })).toContain(
      '<memory path="/g/AGENTS.md">\nbe kind\n</memory>\n\n<memory path="/p/\\"odd\\"\\n/AGENTS.md">\nbe quick\n</memory>',
    );
    const { parts } = composeInstruction({ ...facts, memory });
    expect(parts.find(({ name }) => name === 'memory')?.why).toContain('2 files');
  });
});
