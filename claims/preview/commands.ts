/** A command that is run aside and plainly in a copy of the same project. */
export interface OrdinaryCommand {
  readonly project: ProjectName;
  readonly command: string;
  /** Why it fails aside, visibly. */
  readonly mayDiffer?: string;
}

export type ProjectName = 'node' | 'git' | 'python' | 'sqlite' | 'make' | 'text';

/** Commits are equal only if their authors and times are. */
const WHO = `export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b`;
const WHEN = `GIT_AUTHOR_DATE='2026-01-02 03:04:05 +0000' GIT_COMMITTER_DATE='2026-01-02 03:04:05 +0000'`;
const AS_ADA = `${WHO} ${WHEN}; `;

/** Makes each project in an empty folder. */
export const projects: Readonly<Record<ProjectName, string>> = {
  node: `mkdir -p src/lib old/deep empty bin
    printf 'exports.add = (a, b) => a + b;\\n' > src/lib/add.js
    printf '{"name":"small","version":"1.0.0"}\\n' > package.json
    printf '#!/usr/bin/env node\\nconsole.log(1)\\n' > bin/run; echo x > old/deep/file; ln -s src/lib/add.js current
    cat > build.js <<'END'
const fs = require('node:fs');
fs.mkdirSync('dist/maps', { recursive: true });
for (let n = 0; n < 20; n++) fs.writeFileSync('dist/' + n + '.js', fs.readFileSync('src/lib/add.js') + '// ' + n);
END`,
  git: `${AS_ADA} git init -q -b main . ; git config user.name A; git config user.email a@b
    seq 100 > numbers; printf 'one\\ntwo\\n' > words; mkdir docs; echo text > docs/page; printf 'ignored\\n' > .gitignore
    git add -A; git commit -qm First; git checkout -q -b topic; echo topic > topic; git add -A; git commit -qm Topic
    git checkout -q main; echo main > main; git add -A; git commit -qm Second; git branch old
    echo three >> words; echo untracked > untracked; echo x > ignored`,
  python: `mkdir -p pkg/data; printf 'def f():\\n    return 1\\n' > pkg/__init__.py; printf 'import json\\n' > pkg/io.py
    printf '{"a": 1}\\n' > pkg/data/a.json; printf 'name,n\\nx,1\\ny,2\\n' > table.csv`,
  sqlite: `sqlite3 app.db "create table t (id integer primary key, n text); insert into t (n) values ('a'), ('b'), ('c')"
    printf 'd\\ne\\n' > more.csv`,
  make: `mkdir src; printf 'int add(int a, int b) { return a + b; }\\n' > src/add.c
    printf 'int add(int, int);\\nint main(void) { return add(1, 2) - 3; }\\n' > src/main.c
    printf 'app: main.o add.o\\n\\tgcc -o app main.o add.o\\n%%.o: src/%%.c\\n\\tgcc -c -o $@ $<\\n' > Makefile
    printf 'lib.a: add.o\\n\\tar rcD lib.a add.o\\ninstall: app\\n\\tinstall -D -m 755 app out/bin/app\\nclean:\\n\\trm -f *.o app\\n' >> Makefile
    gcc -c -o add.o src/add.c`,
  text: `seq 5000 > long; printf 'b\\na\\nc\\n' > short; mkdir -p logs/old notes; for n in 1 2 3 4; do echo $n > logs/$n.log; done
    echo keep > logs/old/keep; printf '%s\\n' '--- a/short' '+++ b/short' '@@ -1,3 +1,3 @@' ' b' '-a' '+A' ' c' > fix.patch
    printf 'a\\000b' > binary; chmod 600 short; ln -s ../short notes/link; touch 'name with  spaces'`,
};

const PYTHON = 'export PATH=/usr/bin:/bin PYTHONHASHSEED=0; ';

const of =
  (project: ProjectName, before = '') =>
  (command: string): OrdinaryCommand => ({ project, command: before + command });

const PROTECTED = 'the sandbox protects what makes the git of the user run programs';
const PLACEHOLDERS = 'the sandbox has placeholders for protected paths that are missing, which cannot be removed';
const RENAME = 'an overlay cannot rename a folder; mv copies it instead, this program does not';

/** What people let agents run, without programs that few machines have. */
export const ordinaryCommands: readonly OrdinaryCommand[] = [
  ...[
    'node build.js',
    `node -e "const p = require('./package.json'); p.version = '1.0.1'; require('fs').writeFileSync('package.json', JSON.stringify(p))"`,
    `node -e "require('fs').rmSync('old', { recursive: true })"`,
    `node -e "const fs = require('fs'); fs.mkdirSync('a/b/c', { recursive: true }); fs.symlinkSync('../../src', 'a/b/link')"`,
    'chmod +x bin/run && mv bin/run bin/start',
    `node -e "const fs = require('fs'); fs.writeFileSync('half', '1'); fs.renameSync('src/lib/add.js', 'src/sum.js'); process.exit(3)"`,
    'node build.js && rm -r dist/maps && rm current && ln -s dist current && rmdir empty',
  ].map(of('node')),
  ...[
    'git add -A',
    'git commit -qam Third',
    'git checkout -q -b next && echo next > next && git add next && git commit -qm Next',
    'git stash -q',
    'git stash -q && git merge -q --no-edit topic',
    'git rm -q docs/page && git mv numbers digits',
    'git tag v1 && git branch -D old',
    'git reset -q --hard HEAD~1',
    'git checkout -q -f topic && git clean -qfd docs',
    'git commit -q --amend -am Changed && git format-patch -q -1',
  ].map(of('git', AS_ADA)),
  { ...of('git', AS_ADA)('git worktree add -q tree topic'), mayDiffer: PROTECTED },
  { ...of('git', AS_ADA)('git clean -qfdx'), mayDiffer: PLACEHOLDERS },
  ...[
    'python3 -m compileall -q pkg',
    `python3 -c "import json; d = json.load(open('pkg/data/a.json')); d['b'] = 2; json.dump(d, open('pkg/data/a.json', 'w'))"`,
    `python3 -c "import pathlib, shutil; shutil.copytree('pkg', 'copy'); pathlib.Path('pkg/io.py').unlink()"`,
    `python3 -c "import os; os.rename('table.csv', 'rows'); os.chmod('rows', 0o440); os.mkdir('new', 0o700)"`,
  ].map(of('python', PYTHON)),
  { ...of('python', PYTHON)(`python3 -c "import os; os.rename('pkg', 'lib')"`), mayDiffer: RENAME },
  ...[
    `sqlite3 app.db "insert into t (n) values ('d'); update t set n = 'z' where id = 1"`,
    `sqlite3 app.db "create table u (a); insert into u select n from t; delete from t where id = 2"`,
    'sqlite3 app.db .dump > dump.sql && sqlite3 copy.db < dump.sql',
    `sqlite3 app.db "delete from t; vacuum"`,
    `sqlite3 app.db "begin; insert into t (n) values ('x'); rollback"; sqlite3 app.db ".import more.csv m"`,
  ].map(of('sqlite')),
  ...[
    'make -s',
    'make -s -j2 app lib.a',
    'make -s install',
    'make -s clean',
    `sed -i 's/a + b/b + a/' src/add.c && make -s && ./app`,
  ].map(of('make')),
  ...[
    `sed -i 's/^1/one/' long && sort -o short short`,
    'patch -s -p1 < fix.patch',
    'find logs -name "*.log" -delete && tr a-z A-Z < short > upper',
    'split -l 1000 long part- && cat part-* | sha256sum > sums',
    'cp -a notes copy && rm notes/link && mkdir notes/link && mv "name with  spaces" "$(printf "b\\377")"',
    `awk '{ print > ("by-" $1 % 7) }' long; chmod 700 logs; chmod 444 binary; : > short`,
  ].map(of('text')),
];
