/** What `/init` asks: a file for agents that says what cannot be seen at a glance, and nothing else. */
export const INIT_PROMPT = `Look around in this folder and write AGENTS.md, the file that every agent reads before it works here.

First read what tells most in least: the README, the manifest of the build (package.json, pyproject.toml, Cargo.toml, Makefile or the like), the configuration of linters and CI, and two or three files of the source that are typical. If there is an AGENTS.md, a GEMINI.md or a CLAUDE.md, keep what is still true of it.

Then write AGENTS.md with, in this order and only where there is something to say:
- in two sentences, what this is and how it is put together;
- the commands to build, to check, to run all tests, and to run one test alone;
- the rules of the code that a reader could not guess from a file or two: names, layers, what must not be done;
- where things are that are hard to find.

No more than 60 lines. Nothing that any programmer knows, nothing that a file next to it says already, no invented rules. Run a command only if you have to find out whether it is the right one. At the end say in one sentence what you were not sure of.`;
