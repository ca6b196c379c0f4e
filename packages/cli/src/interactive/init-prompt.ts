/** The prompt of `/init`: it creates a short AGENTS.md. */
export const INIT_PROMPT = `Explore this project and write AGENTS.md, the file that coding agents read before they work here.

First read the most informative files: the README, the build manifest (package.json, pyproject.toml, Cargo.toml, Makefile or similar), the configuration of linters and CI, and two or three typical source files. If there is an AGENTS.md, GEMINI.md or CLAUDE.md, keep what is still correct in it.

Then write AGENTS.md with these parts, in this order. Leave out a part if there is nothing to say:
- Two sentences: what the project is and how it is structured.
- The commands to build, lint, run all tests, and run a single test.
- Code conventions that are not obvious from one or two files: naming, layers, what to avoid.
- Where to find things that are hard to find.

Write at most 60 lines. Do not include general programming knowledge, what nearby files already say, or invented rules. Run a command only to verify that it is correct. At the end, say in one sentence what you are unsure about.`;
