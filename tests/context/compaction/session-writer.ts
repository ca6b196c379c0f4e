import type { Content, Part } from '@google/genai';
import type { SeededRandom } from '../../kit/seeded-random.ts';
import { createFiller, pickNudge, type Filler } from './filler.ts';
import type { PlantedFact, SessionSpec } from './session-spec.ts';

/** The arguments and the response of a call. */
type Call = readonly [args: Record<string, unknown>, response: Record<string, unknown>];

/** Writes a session: the facts in some order, with typical content between them. */
export class SessionWriter {
  readonly #spec: SessionSpec;
  readonly #random: SeededRandom;
  readonly #filler: Filler;
  readonly #contents: Content[] = [];
  #calls = 0;

  constructor(spec: SessionSpec, random: SeededRandom) {
    this.#spec = spec;
    this.#random = random;
    this.#filler = createFiller(random, spec.folder, spec.extension);
  }

  write(): readonly Content[] {
    const { goal, facts } = this.#spec;
    const [first, ...others] = facts;
    const size = this.#random.int(60, 196);
    this.#say(`${goal} ${first?.said ?? ''}`);
    const shuffled = others
      .map((fact) => ({ fact, at: this.#random.int(0, 1_000_000) }))
      .sort((a, b) => a.at - b.at)
      .map(({ fact }) => fact);
    for (const [at, fact] of shuffled.entries()) {
      while (this.#contents.length < ((at + 1) * (size - 8)) / (shuffled.length + 1)) this.#pass();
      this.#plant(fact);
    }
    while (this.#contents.length < size - 1) this.#pass();
    this.#contents.push({ role: 'model', parts: [{ text: 'That is where it stands.' }] });
    return this.#contents;
  }

  #plant({ by, said, command = 'make' }: PlantedFact): void {
    const { remark, output, source } = this.#filler;
    switch (by) {
      case 'person':
        this.#say(said);
        return;
      case 'agent':
        this.#look(`${remark()} ${said} ${remark()}`);
        return;
      case 'edit':
        this.#call('write_file', [{ file_path: said, content: source() }, { output: `Wrote ${said}.` }]);
        return;
      case 'todo':
        this.#call('write_todos', [{ todos: this.#toTodos(said) }, { output: 'The list was taken down.' }]);
        return;
      case 'output':
        this.#call('run_shell_command', [{ command }, { output: `${output()}\n${said}\n${output()}` }]);
        return;
      case 'failure':
        this.#call('run_shell_command', [{ command }, { output: `${output()}\n${said}\nExit code: 1` }]);
        return;
    }
  }

  #toTodos(said: string): readonly object[] {
    const { word } = this.#filler;
    return [
      { description: `Look at ${word()} and ${word()}`, status: 'completed' },
      { description: said, status: 'pending' },
    ];
  }

  /** A step that is not needed later. */
  #pass(): void {
    const { path, matches, output, word } = this.#filler;
    const file = path();
    switch (this.#random.int(0, 6)) {
      case 0:
        this.#call('grep_search', [{ pattern: word() }, { output: matches() }]);
        return;
      case 1:
        this.#call('run_shell_command', [{ command: `npm test -- ${word()}-${word()}` }, { output: output() }]);
        return;
      case 2:
        this.#call('list_directory', [{ dir_path: this.#spec.folder }, { output: matches() }]);
        return;
      case 3:
        this.#call('read_file', [{ file_path: `${file}.old` }, { error: `${file}.old does not exist.` }]);
        return;
      case 4:
        this.#say(pickNudge(this.#random));
        return;
      default:
        this.#look(this.#filler.remark(), file);
    }
  }

  #look(text: string, file = this.#filler.path()): void {
    this.#call('read_file', [{ file_path: file }, { output: this.#filler.source() }], [{ text }]);
  }

  /** Ends the turn of the agent before the user message. */
  #say(text: string): void {
    if (this.#contents.at(-1)?.role === 'user')
      this.#contents.push({ role: 'model', parts: [{ text: this.#filler.remark() }] });
    this.#contents.push({ role: 'user', parts: [{ text }] });
  }

  #call(name: string, [args, response]: Call, said: Part[] = []): void {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    this.#contents.push(
      { role: 'model', parts: [...said, { functionCall: { id, name, args } }] },
      { role: 'user', parts: [{ functionResponse: { id, name, response } }] },
    );
  }
}
