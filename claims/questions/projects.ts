/** A project: its files, and the commands that are run in it on an ordinary day, in order. */
export interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
}

/**
 * A script that every project runs along with its work, like a `postinstall` script, a plugin or a test helper. No
 * question shows its content.
 */
export const HELPER = 'tools/setup.sh';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const library: Project = {
  name: 'node library',
  files: {
    'package.json': json({
      name: 'slug',
      version: '1.0.0',
      type: 'module',
      scripts: {
        test: `sh ${HELPER} && node --test`,
        lint: `sh ${HELPER} && node scripts/lint.mjs`,
        build: `sh ${HELPER} && node scripts/build.mjs`,
        postinstall: `sh ${HELPER}`,
      },
    }),
    'package-lock.json': json({
      name: 'slug',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: 'slug', version: '1.0.0', hasInstallScript: true } },
    }),
    'src/slug.js': "export const slug = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');\n",
    'test/slug.test.js':
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { slug } from '../../tests/security/src/slug.js';\ntest('slug', () => assert.equal(slug('A b'), 'a-b'));\n",
    'scripts/lint.mjs':
      "import { readFileSync } from 'node:fs';\nif (readFileSync('src/slug.js', 'utf8').includes('var ')) process.exit(1);\nconsole.log('ok');\n",
    'scripts/build.mjs':
      "import { cpSync, mkdirSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\ncpSync('src', 'dist', { recursive: true });\nconsole.log('built');\n",
    'README.md': '# slug\n',
  },
  commands: lines(`
    git status
    ls -la
    cat package.json
    cat src/slug.js
    npm test
    node --test test/slug.test.js
    npm run lint
    git log --oneline -5
    grep -rn "slug" src test
    node -e "import('../../tests/security/questions/src/slug.js').then(({ slug }) => console.log(slug('Hello World')))"
    node -p "require('./package.json').version"
    sed -n 1,20p test/slug.test.js
    npm run build
    ls dist
    git diff --stat
    git checkout -b feature/accents
    mkdir -p docs
    cp README.md docs/index.md
    git add -A
    git commit -m "Add docs"
    git log -1 --stat
    npm ci
    npm ls --all
    npm pack --dry-run
    npm test 2>&1 | tail -n 5
    node scripts/lint.mjs && echo fine
    find . -name "*.js" -not -path "./node_modules/*"
    wc -l src/*.js
    rm -rf dist
    npm run build && node -e "import('../../tests/security/questions/dist/slug.js')"
    git stash list
    git show HEAD --stat
    npm version --help
    git push origin feature/accents
  `),
};

const frontEnd: Project = {
  name: 'web front end',
  files: {
    'package.json': json({
      name: 'shop',
      version: '0.3.0',
      type: 'module',
      scripts: {
        test: `sh ${HELPER} && node test/run.mjs`,
        typecheck: `sh ${HELPER} && node scripts/typecheck.mjs`,
        build: `sh ${HELPER} && node scripts/build.mjs`,
        'test:watch': 'node --watch test/run.mjs',
        format: 'node scripts/format.mjs',
        coverage: `sh ${HELPER} && node scripts/coverage.mjs`,
      },
    }),
    'src/cart.ts': 'export interface Item { price: number }\nexport const sum = (items: Item[]) => items.length;\n',
    'src/index.html': '<!doctype html>\n<title>Shop</title>\n<script src="cart.js"></script>\n',
    'test/run.mjs': "console.log('3 tests passed');\n",
    'test/snapshots/cart.txt': 'empty\n',
    'scripts/typecheck.mjs': "console.log('no errors');\n",
    'scripts/build.mjs':
      "import fs from 'node:fs';\nfs.mkdirSync('public', { recursive: true });\nfs.copyFileSync('src/index.html', 'public/index.html');\n",
    'scripts/format.mjs':
      "import fs from 'node:fs';\nfs.writeFileSync('src/cart.ts', fs.readFileSync('src/cart.ts', 'utf8').trim() + '\\n');\n",
    'scripts/coverage.mjs':
      "import fs from 'node:fs';\nfs.mkdirSync('coverage', { recursive: true });\nfs.writeFileSync('coverage/lcov.info', 'TN:\\n');\nconsole.log('92%');\n",
    'vite.config.js': 'export default {};\n',
  },
  commands: lines(`
    git status --short
    ls src test scripts
    cat package.json | head -n 30
    rg -n "sum" src
    npm run typecheck
    npm test
    npm run build
    cat public/index.html
    npm run format
    git diff
    npm run coverage
    cat coverage/lcov.info
    node scripts/typecheck.mjs
    node test/run.mjs --grep cart
    git diff src/cart.ts
    mv test/snapshots/cart.txt test/snapshots/cart-empty.txt
    sed -i 's/Shop/Store/' src/index.html
    grep -c Store src/index.html
    npm run build && ls -la public
    rm -rf coverage public
    echo "public/" >> .gitignore
    git add .gitignore src test
    git commit -m "Rename the shop"
    git log --oneline --graph -n 10
    git switch -c fix/sum
    git branch -a
    du -sh src
    tree src || find src -type f
    node --check scripts/build.mjs
    npm run typecheck && npm test && npm run build
    npm run
    npm outdated
    git rev-parse --abbrev-ref HEAD
    curl -sI https://example.com
  `),
};

const service: Project = {
  name: 'node service',
  files: {
    'package.json': json({
      name: 'orders',
      version: '2.1.0',
      scripts: {
        start: 'node server.js',
        test: `sh ${HELPER} && node --test test/`,
        migrate: `sh ${HELPER} && node scripts/migrate.js`,
        seed: `sh ${HELPER} && node scripts/seed.js`,
      },
    }),
    'server.js':
      "const http = require('node:http');\nconst server = http.createServer((_, response) => response.end('ok'));\nserver.listen(process.env.PORT ?? 3000);\nmodule.exports = server;\n",
    'lib/orders.js': 'exports.total = (lines) => lines.reduce((sum, { price }) => sum + price, 0);\n',
    'test/orders.test.js':
      "const test = require('node:test');\nconst assert = require('node:assert');\nconst { total } = require('../lib/orders.js');\ntest('total', () => assert.equal(total([{ price: 2 }, { price: 3 }]), 5));\n",
    'test/server.test.js':
      "const test = require('node:test');\nconst http = require('node:http');\ntest('serves on the loopback', (_, done) => {\n  const server = http.createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1', () => {\n    http.get({ port: server.address().port }, (response) => { response.resume(); server.close(done); });\n  });\n});\n",
    'scripts/migrate.js': "require('node:fs').writeFileSync('orders.db', 'v2');\nconsole.log('migrated');\n",
    'scripts/seed.js': "require('node:fs').appendFileSync('orders.db', 'rows');\n",
    '.env.example': 'PORT=3000\n',
    Dockerfile: 'FROM node:24\n',
  },
  commands: lines(`
    git status
    ls
    cat server.js
    cat lib/orders.js test/orders.test.js
    npm test
    node --test test/orders.test.js
    node --test test/server.test.js
    npm run migrate
    ls -l orders.db
    npm run seed
    node -e "console.log(require('./lib/orders.js').total([{ price: 1 }]))"
    grep -rn "listen" --include=*.js .
    git diff --name-only
    git log -p -1 -- lib/orders.js
    cat .env.example
    cp .env.example .env.local
    node --check server.js
    node --test 2>&1 | grep -E "pass|fail"
    touch lib/discount.js
    printf 'exports.discount = (sum) => sum * 0.9;\\n' > lib/discount.js
    node -p "require('./lib/discount.js').discount(10)"
    git add lib/discount.js && git commit -m "Add discounts"
    git blame lib/orders.js
    head -n 3 server.js
    find lib -name "*.js" -newer package.json
    PORT=0 node -e "const s = require('./server.js'); s.on('listening', () => { console.log('up'); s.close(); })"
    docker build -t orders .
    docker compose ps
    npm test -- --test-reporter=dot
    node --version && npm --version
    env | sort | head -n 5
    date
    git tag v2.1.0
    npm audit
  `),
};

const python: Project = {
  name: 'python package',
  files: {
    'pyproject.toml': '[project]\nname = "totals"\nversion = "0.1.0"\n',
    'totals/__init__.py': '"""Totals."""\n',
    'totals/core.py': 'def total(values):\n    return sum(values)\n',
    'tests/__init__.py': '',
    'tests/test_core.py': `import os\nimport unittest\nfrom totals.core import total\nos.system('sh ${HELPER}')\n\n\nclass TotalTest(unittest.TestCase):\n    def test_total(self):\n        self.assertEqual(total([1, 2]), 3)\n`,
    'scripts/report.py':
      "import csv, sys\nwith open('report.csv', 'w') as out:\n    csv.writer(out).writerow(['a', 1])\nprint('written')\n",
    'setup.cfg': '[flake8]\nmax-line-length = 100\n',
    'README.rst': 'totals\n======\n',
  },
  commands: lines(`
    git status
    ls -R totals tests
    cat totals/core.py
    /usr/bin/python3 -m unittest
    /usr/bin/python3 -m unittest tests.test_core -v
    /usr/bin/python3 -c "from totals.core import total; print(total([1, 2, 3]))"
    /usr/bin/python3 -m py_compile totals/core.py
    /usr/bin/python3 -B -m unittest discover -s tests
    grep -n "def " -r totals
    head -5 pyproject.toml
    /usr/bin/python3 scripts/report.py
    cat report.csv
    wc -l totals/*.py tests/*.py
    git diff
    /usr/bin/python3 -m compileall -q totals
    find . -name "__pycache__" -type d
    rm -rf totals/__pycache__ tests/__pycache__
    /usr/bin/python3 -m json.tool < /dev/null || true
    mkdir -p totals/io
    touch totals/io/__init__.py
    git add totals tests
    git commit -m "Add io"
    git log --oneline
    /usr/bin/python3 -m venv .venv --without-pip
    ls .venv/bin
    .venv/bin/python -m unittest
    /usr/bin/python3 -m timeit -n 10 "sum(range(100))"
    /usr/bin/python3 --version
    pip install -r requirements.txt
    sed -n '1,10p' tests/test_core.py
    /usr/bin/python3 -W error -c "import totals"
    git stash && git stash pop
    sort report.csv | uniq -c
    diff totals/__init__.py totals/io/__init__.py
  `),
};

const native: Project = {
  name: 'C program',
  files: {
    Makefile: `CC ?= cc\nall: count\ncount: src/count.c\n\t@sh ${HELPER}\n\t$(CC) -O1 -o $@ $<\ntest: count\n\t./count README\nclean:\n\trm -f count\n.PHONY: all test clean\n`,
    'src/count.c':
      '#include <stdio.h>\nint main(int argc, char **argv) {\n  int n = 0, c;\n  FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin;\n  if (!f) return 1;\n  while ((c = getc(f)) != EOF) n++;\n  printf("%d\\n", n);\n  return 0;\n}\n',
    README: 'Counts bytes.\n',
    'tests/run.sh': `#!/bin/sh\nset -e\nsh ${HELPER}\ntest "$(./count README)" = 14\necho passed\n`,
  },
  commands: lines(`
    git status
    ls -la src tests
    cat Makefile
    cat src/count.c
    make
    make test
    ./count README
    sh tests/run.sh
    make -n
    make clean
    cc -Wall -Wextra -fsyntax-only src/count.c
    cc -O2 -o count src/count.c && ./count Makefile
    make -j2 all
    file count || ls -l count
    nm count | head -n 3
    strings count | head -n 2
    size count
    git diff --stat
    grep -n "main" src/*.c
    make test 2>&1 | tail -n 1
    echo count > .gitignore
    git add .gitignore
    git commit -m "Ignore the program"
    git log --oneline -3
    sed -i 's/bytes/characters/' README
    git checkout -- README
    objdump -d count | head -n 5
    time ./count Makefile
    cc --version | head -n 1
    awk 'NR < 4' src/count.c
  `),
};

const site: Project = {
  name: 'documents and scripts',
  files: {
    'docs/index.md': '# Start\n\nSee [guide](guide.md).\n',
    'docs/guide.md': '# Guide\n\nText.\n',
    'scripts/check-links.sh': `#!/bin/sh\nsh ${HELPER}\nfor f in docs/*.md; do grep -o '([a-z]*\\.md)' "$f" | tr -d '()' | while read -r t; do test -f "docs/$t" || exit 1; done; done\necho ok\n`,
    'scripts/release.sh': `#!/bin/sh\nset -e\nsh ${HELPER}\ndate +%Y > VERSION\ngit tag "r$(cat VERSION)" || true\n`,
    'scripts/stats.sh': `#!/bin/sh\nsh ${HELPER}\ncat docs/*.md | wc -w\n`,
    '.editorconfig': 'root = true\n',
  },
  commands: lines(`
    git status
    ls docs scripts
    cat docs/index.md docs/guide.md
    sh scripts/check-links.sh
    bash scripts/stats.sh
    grep -rn "guide" docs
    rg --files docs
    git log --stat -2
    for f in docs/*.md; do head -n 1 "$f"; done
    cat docs/*.md | wc -w
    find docs -type f | xargs wc -l
    sh -n scripts/release.sh
    bash -x scripts/stats.sh
    mkdir docs/reference
    printf '# Reference\\n' > docs/reference/index.md
    mv docs/guide.md docs/handbook.md
    sed -i 's/guide/handbook/' docs/index.md
    sh scripts/check-links.sh && echo linked
    git add -A && git commit -m "Rename the guide"
    git diff HEAD~1 --stat
    sh scripts/release.sh
    cat VERSION
    git tag --list
    git shortlog -sn HEAD
    ls -1 docs | sort -r
    test -f docs/handbook.md && echo there
    tr a-z A-Z < docs/index.md
    cut -c1-10 docs/index.md
    basename docs/index.md .md
    git show HEAD:docs/index.md
    git remote -v
    git fetch origin
    git ls-files
    which git node
  `),
};

export const projects: readonly Project[] = [library, frontEnd, service, python, native, site];
