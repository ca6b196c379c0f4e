import { expect, it, onTestFinished, vi } from 'vitest';
import { TaskWatch } from './task-watch.ts';

it('tells which tasks run each time they are listed', async () => {
  const task = { command: 'sleep 1', startedAt: '2026-01-01T00:00:00Z', exitCode: null, tookMs: null, ports: [] };
  const tasks = [
    { ...task, id: '1', isRunning: true },
    { ...task, id: '2', isRunning: false },
  ];
  const told: number[] = [];
  const source = { list: async () => tasks, read: async () => '', stop: async () => undefined };
  const watch = new TaskWatch(
    () => source,
    (running) => told.push(running.length),
  );
  await expect(watch.list()).resolves.toHaveLength(2);
  await expect(watch.running()).resolves.toEqual([tasks[0]]);
  expect(told).toEqual([1, 1]);
});

it('looks again while a task runs, and then no more', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const task = { id: '1', command: 'x', startedAt: '', exitCode: null, tookMs: null, ports: [] };
  const list = vi.fn(async () => [{ ...task, isRunning: list.mock.calls.length < 3 }]);
  const told: number[] = [];
  const watch = new TaskWatch(
    () => ({ list, read: async () => '', stop: async () => undefined }),
    (running) => told.push(running.length),
  );
  await watch.running();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([1, 1, 0]);
});
