import { hazardous, PLAIN, READS, starting, type Judgement } from '../judge/judgement.ts';
import { changes, hazard, named, reads } from '../judge/named.ts';
import type { Program, Programs } from '../judge/program.ts';
import { readOptions } from '../judge/read-options.ts';
import { isUnsettled, type ShellWord } from '../syntax/shell-word.ts';

const careful = (avoid: string, ...never: readonly string[]): Program => ({ kind: 'careful', avoid, never });
/** Installs what the project names, and nothing that is in its words. */
const withoutWords: Program = { kind: 'special', judge: judgeWithoutWords };
/**
 * Options of npm and similar programs for how much to print. Any other option may be a setting that names a program, a
 * directory, a server or a file, such as `--script-shell`, `--prefix`, `--registry` and `--logs-dir`, which a rule for
 * the command does not mean to allow.
 */
const NPM_OPTIONS =
  '-s -a -l --silent --quiet --json --long --all --parseable --if-present --depth= --omit= --include= --audit-level= ' +
  '--production --prod --no-color --foreground-scripts';
/** Options of test runners for what to run and how much to print. After `--` they belong to the script. */
const SCRIPT_OPTIONS =
  '-t= -g= -k= -v -x -q -u --run --watch? --no-watch --verbose --silent --quiet --bail? --coverage --testNamePattern= ' +
  '--grep= --updateSnapshot --runInBand --passWithNoTests';

/** Programs that `run` starts when the project has no script of that name. */
const NOT_SCRIPTS = ['env', 'node', 'exec', 'sh', 'bash', 'npx'];

const scripts = (extra: readonly (readonly [string, Program])[]): Program => ({
  kind: 'commands',
  options: '-s --silent --quiet --version -v',
  alone: reads,
  commands: new Map([
    ...named('test t start stop', { kind: 'special', judge: (args) => judgeScript(args) }),
    ...named('run run-script', { kind: 'special', judge: (args) => judgeScript(args, NOT_SCRIPTS) }),
    ...named('install i ci', withoutWords),
    ...named('ls list outdated audit why view info', { kind: 'special', judge: judgeNpmQuery }),
    ...extra,
  ]),
});

/** Package managers and build tools. They run what the project says, but not what their words say. */
export const packagePrograms: Programs = new Map([
  ['npm', scripts([])],
  ...named('pnpm yarn', hideVersion(scripts([]))),
  ...named('npx bunx pnpx', { kind: 'special', judge: judgeRunner }),
  [
    'cargo',
    {
      kind: 'commands',
      options: '-q -v -V --version --quiet --verbose --locked --offline --frozen',
      alone: changes,
      commands: new Map(
        named(
          'build b check c test t bench clippy fmt doc run r tree metadata clean update',
          careful(
            '--config -Z -p --package --manifest-path --target-dir -C --out-dir --artifact-dir --lockfile-path --open --message-format',
          ),
        ),
      ),
    },
  ],
  [
    'go',
    {
      kind: 'commands',
      options: '',
      alone: changes,
      commands: new Map(
        named(
          'build test vet list fmt mod version env doc',
          careful(
            '-exec -toolexec -o -vettool -overlay -modfile -C -outputdir -cpuprofile -memprofile -blockprofile -w -u ' +
              '-mutexprofile -coverprofile -trace -ldflags -gcflags -asmflags -gccgoflags -compiler -pkgdir -tool -edit',
            '-test.',
            '-args',
            // Other directories, and modules from the network.
            '../',
            '@',
          ),
        ),
      ),
    },
  ],
  ...named('make gmake', {
    kind: 'careful',
    avoid: '-f -C -I -E -e -o -W --file --makefile --directory --eval --include-dir --environment-overrides',
    never: ['='],
    most: 1,
  }),
  ...named('terraform tofu', {
    kind: 'commands',
    options: '-version',
    alone: changes,
    commands: new Map(
      named(
        'plan validate show output providers version',
        careful('-out -state -state-out -backup -generate-config-out -var-file -var -plugin-dir -lock-timeout'),
      ),
    ),
  }),
  ...named(
    'pytest py.test',
    careful(
      '-c -p -o --rootdir --confcutdir --basetemp --junitxml --junit-xml --override-ini --pastebin --import-mode --cov --cov-report --cov-config --log-file --report-log --html --debug --config-file --pyargs --pdbcls',
    ),
  ),
  ...named(
    'vitest jest mocha ava tap',
    careful(
      '-c -r --config --require --import --setup --globalSetup --outputFile --reporter --reporters --root --rootDir --dir --loader --node-option --execArgv --coverageDirectory --testRunner --testEnvironment --resolver --runner --transform --ui --api --environment --globals --init --cacheDirectory --watchPlugins --file --spec --ui --opts --package --browser',
    ),
  ),
  ['tsc', { kind: 'special', judge: judgeTsc }],
  [
    'eslint',
    careful(
      '-c -o -f --config --output-file --format --rulesdir --plugin --parser --resolve-plugins-relative-to --cache-location --cache-file --init --env-info --flag --stdin-filename',
    ),
  ],
  ['prettier', careful('--config --plugin --plugin-search-dir --config-path --cache-location --ignore-path')],
  ...named(
    'ruff black isort flake8 pylint mypy',
    careful(
      '-c --config --config-file --settings-path --rcfile --load-plugins --init-hook --python-executable --custom-typeshed-dir --junit-xml --cache-dir --output-file -o --plugins --any-exprs-report --html-report --xml-report --txt-report --linecount-report --code --shadow-file --output',
    ),
  ),
  ...named(
    'pip pip3 uv poetry pipenv pipx conda gem bundle composer cargo-install brew apt apt-get dnf yum apk pacman snap',
    {
      kind: 'commands',
      options: '',
      alone: changes,
      commands: new Map(named('list show freeze check tree info search', { kind: 'special', judge: judgePipQuery })),
    },
  ),
  ...named(
    'gradle gradlew mvn mvnw ant sbt rake just task ninja cmake bazel meson',
    hazard('can run code named in its arguments'),
  ),
]);

/** The project can select another version of these programs, so even asking for the version runs code. */
function hideVersion(program: Program): Program {
  return program.kind === 'commands' ? { ...program, alone: changes } : program;
}

/** A script of the project with arguments: words that are not options, and options that only select what runs. */
function judgeScript(args: readonly ShellWord[], notFirst: readonly string[] = []): Judgement {
  const end = args.findIndex(({ text }) => text === '--');
  const own = end === -1 ? args : args.slice(0, end);
  const read = readOptions(own, { options: `${NPM_OPTIONS} ${SCRIPT_OPTIONS}` });
  const given = readOptions(end === -1 ? [] : args.slice(end + 1), { options: SCRIPT_OPTIONS });
  const unknown = [read, given].find((each) => each.kind === 'unknown');
  const odd = unknown?.text ?? args.find(isUnsettled)?.text ?? own.find(({ text }) => notFirst.includes(text))?.text;
  return odd === undefined ? PLAIN : hazardous(`may run or write something else because of \`${odd}\``);
}

/** Queries about packages, by their plain names and from the project's own registry. */
function judgeNpmQuery(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, { options: NPM_OPTIONS });
  if (read.kind === 'unknown') return hazardous(`may run or write something else because of \`${read.text}\``);
  const odd = read.words.find(({ yields, text }) => yields !== 'exact' || text === 'fix' || !PACKAGE.test(text));
  return odd === undefined ? PLAIN : hazardous(`may run or write something else because of \`${odd.text}\``);
}

function judgePipQuery(args: readonly ShellWord[]): Judgement {
  const read = readOptions(args, {
    options: '-q -v -l --quiet --verbose --local --user --format= --outdated --uptodate',
  });
  const odd = read.kind === 'unknown' ? read : read.words.find(({ text }) => !PACKAGE.test(text));
  return odd === undefined ? PLAIN : hazardous(`may run or write something else because of \`${odd.text}\``);
}

/** A package from the project's registry, with or without a version, or one of its fields. Not a path or a URL. */
const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?:@[\w.^~<>=-]+)?$/i;

function judgeWithoutWords(args: readonly ShellWord[]): Judgement {
  const isKnown = args.every(
    ({ yields, text }) =>
      yields === 'exact' &&
      /^--(?:frozen-lockfile|immutable|production|omit=dev|ignore-scripts|no-audit|no-fund|offline|prefer-offline)$/.test(
        text,
      ),
  );
  return isKnown ? PLAIN : hazardous('installs packages, which can run code');
}

/** `npx PROGRAM`. The program may come from the network, and is judged like any other. */
function judgeRunner(args: readonly ShellWord[]): Judgement {
  const first = args.findIndex(({ text }) => !['--no', '--no-install', '--offline'].includes(text));
  const started = args.slice(Math.max(first, 0));
  const isName = started[0]?.yields === 'exact' && /^[a-z@][a-z0-9@._/-]*$/.test(started[0].text);
  if (!isName) return hazardous('runs the program in its arguments');
  return { ...starting(started), isReadOnly: false };
}

function judgeTsc(args: readonly ShellWord[]): Judgement {
  const isKnown = args.every(
    ({ yields, text }) =>
      yields === 'exact' &&
      /^(?:--noEmit|-p|--project|-b|--build|--pretty|--version|-v|[\w./]+\.json|[\w/]+)$/.test(text),
  );
  if (!isKnown) return hazardous('can write files named in its options');
  return args.length === 1 && ['--version', '-v'].includes(args[0]?.text ?? '') ? READS : PLAIN;
}
