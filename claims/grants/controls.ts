import { focusQueue, shownOf } from '../../packages/tui/src/questions/queue-state.ts';
import { hasField } from '../../packages/tui/src/questions/question-state.ts';
import { isDraftEmpty } from '../../packages/tui/src/dock/dock.ts';
import { chunkArrival, keyArrival } from '../../tests/tui/arrivals.ts';
import { DOCK_RULES, type DockRules } from './play-sequence.ts';

const { step, sync } = DOCK_RULES;

/** Screens that are broken on purpose: the judge must catch each. */
export const controls: Readonly<Record<string, DockRules>> = {
  'a question takes the keyboard after 300 ms': {
    ...DOCK_RULES,
    sync: (queue, requests, now) => {
      const next = sync(queue, requests, now);
      return next === queue ? queue : { ...focusQueue(next, now), armedAt: now + 300 };
    },
  },
  'keys count at once': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => step({ ...dock, queue: { ...dock.queue, armedAt: 0 } }, arrival, scene),
  },
  'a held key counts': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const key = arrival.kind === 'key' ? { ...arrival, press: { ...arrival.press, isRepeat: false } } : arrival;
      return step({ ...dock, queue: { ...dock.queue, last: null } }, key, scene);
    },
  },
  'a first press outlives other keys': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const stepped = step(dock, arrival, scene);
      const { queue } = dock;
      const [id, doubling] = [queue.shownId ?? '', queue.byId.get(queue.shownId ?? '')?.doubling];
      const state = stepped.dock.queue.byId.get(id);
      if (doubling == null || state === undefined || stepped.effect !== null) return stepped;
      const byId = new Map(stepped.dock.queue.byId).set(id, { ...state, doubling });
      return { ...stepped, dock: { ...stepped.dock, queue: { ...stepped.dock.queue, byId } } };
    },
  },
  'an arrow gives a question with a field the focus': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const shown = shownOf(dock.queue, scene.requests);
      const isArrow = arrival.kind === 'key' && arrival.press.key === 'up' && isDraftEmpty(dock.prompt);
      if (!isArrow || shown === null || !hasField(shown.state, shown.request)) return step(dock, arrival, scene);
      return { dock: { ...dock, queue: focusQueue(dock.queue, scene.now) }, outcomes: [], effect: null };
    },
  },
  'a piece of text is keys': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) =>
      arrival.kind === 'chunk' ? step(dock, keyArrival(arrival.text.charAt(0)), scene) : step(dock, arrival, scene),
  },
  'a paste is a piece of text': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) =>
      step(dock, arrival.kind === 'paste' ? chunkArrival(`${arrival.text}\r`) : arrival, {
        ...scene,
        now: scene.now + 1000,
      }),
  },
  'a dangerous call is allowed from the list': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const stepped = step(dock, arrival, scene);
      const { queue } = dock;
      const shown = shownOf(queue, scene.requests);
      const isAllowing = queue.isOverview && !stepped.dock.queue.isOverview && stepped.effect === null;
      const isLetter = arrival.kind === 'key' && 'yo'.includes(arrival.press.text) && arrival.press.text !== '';
      if (!isAllowing || !isLetter || shown?.request.kind !== 'confirmation') return stepped;
      const answer = { kind: 'confirmation', outcome: 'once', digest: shown.request.digest } as const;
      return { ...stepped, effect: { kind: 'answer', answer, request: shown.request } };
    },
  },
  'two presses also allow the listed commands': {
    ...DOCK_RULES,
    tick: (dock, scene) => {
      const ticked = DOCK_RULES.tick(dock, scene);
      if (ticked.effect?.kind !== 'answer_all') return ticked;
      const answers = scene.requests.flatMap((request) =>
        request.kind === 'confirmation'
          ? [{ request, answer: { kind: 'confirmation', outcome: 'once', digest: request.digest } as const }]
          : [],
      );
      return { ...ticked, effect: { kind: 'answer_all', answers } };
    },
  },
  'a grant is wider than it says': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const stepped = step(dock, arrival, scene);
      const { effect } = stepped;
      if (effect?.kind !== 'answer' || effect.answer.kind !== 'confirmation') return stepped;
      if (effect.answer.outcome !== 'session') return stepped;
      return { ...stepped, effect: { ...effect, answer: { ...effect.answer, outcome: 'always' } } };
    },
  },
  'text is lost while a question comes up': {
    ...DOCK_RULES,
    step: (dock, arrival, scene) => {
      const isEarly = scene.requests.length > 0 && scene.now < dock.queue.armedAt && !dock.queue.hasFocus;
      return isEarly ? { dock, outcomes: [], effect: null } : step(dock, arrival, scene);
    },
  },
};
