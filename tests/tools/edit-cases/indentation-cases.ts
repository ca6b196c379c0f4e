import { lines, swap, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

const go = samples['server.go'];

/** Indentation that differs from the file: corrected if that is certain, refused otherwise. */
export const indentationCases: readonly EditCase[] = [
  {
    title: 'Go: flush left and with blanks in one',
    file: 'server.go',
    before: go,
    call: {
      old_string:
        'if r.Method != http.MethodGet {\n    http.Error(w, "only GET", http.StatusMethodNotAllowed)\n    return\n}',
      new_string:
        'if r.Method != http.MethodGet {\n    log.Print(r.Method)\n    http.Error(w, "only GET", http.StatusMethodNotAllowed)\n    return\n}',
    },
    expected: { after: swap(go, '\t\thttp.Error(w', '\t\tlog.Print(r.Method)\n\t\thttp.Error(w') },
  },
  {
    title: 'Go: only the first line lacks its tab, the others have blanks',
    file: 'server.go',
    before: go,
    call: {
      old_string:
        'for name, values := range r.Header {\n        for _, value := range values {\n            fmt.Fprintf(w, "%s: %s\\n", name, value)\n        }\n    }',
      new_string:
        'for name, values := range r.Header {\n        for _, value := range values {\n            fmt.Fprintf(w, "%s=%s\\n", name, value)\n        }\n    }',
    },
    expected: { after: swap(go, '%s: %s', '%s=%s') },
  },
  {
    title: 'Go: aligned fields',
    file: 'server.go',
    before: go,
    call: {
      old_string: '    addr    string\n    counter int',
      new_string: '    addr    string\n    counter int64',
    },
    expected: { after: swap(go, 'counter int\n', 'counter int64\n') },
  },
  {
    title: 'Markdown: a nested list sent in steps of two',
    file: 'README.md',
    before: samples['README.md'],
    call: {
      old_string: '* strict, as it accepts one format\n  * and one only',
      new_string: '* strict, as it accepts one format\n  * and one only\n  * as the standard says',
    },
    expected: {
      after: swap(samples['README.md'], '    * and one only\n', '    * and one only\n    * as the standard says\n'),
    },
  },
  {
    title: 'Markdown: a block of code by indentation stays one',
    file: 'README.md',
    before: samples['README.md'],
    call: {
      old_string: '## Install\n\n  npm install anchor',
      new_string: '## Install\n\n  npm install --save anchor',
    },
    expected: { after: swap(samples['README.md'], 'npm install anchor', 'npm install --save anchor') },
  },
  {
    title: 'SQL: alignment by hand',
    file: 'query.sql',
    before: samples['query.sql'],
    call: {
      old_string: 'LEFT JOIN orders o\n  ON o.customer_id = c.id\n AND o.state <> ' + "'cancelled'\n",
      new_string: 'LEFT JOIN orders o\n  ON o.customer_id = c.id\n AND o.state = ' + "'paid'\n",
    },
    expected: { after: swap(samples['query.sql'], "<> 'cancelled'", "= 'paid'") },
  },
  {
    title: 'a here document is not indented with the code around it',
    file: 'backup.sh',
    before: samples['backup.sh'],
    call: {
      old_string: "  cat <<'END'\n  Backups are done.\n    Look at them now and then.\n  END",
      new_string: "  cat <<'END'\n  Backups are done.\n    Look at them often.\n  END",
    },
    expected: { after: swap(samples['backup.sh'], 'now and then', 'often') },
  },
  {
    title: 'a text in backticks that goes on at the left margin',
    file: 'help.ts',
    before: lines('function help() {', '  const text = `usage:', 'run it`;', '  print(text);', '}'),
    call: {
      old_string: 'const text = `usage:\nrun it`;\nprint(text);',
      new_string: 'const text = `usage:\nrun it`;\nprint(text.trim());',
    },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'two blocks that differ only in depth, sent at the depth of one',
    file: 'a.ts',
    before: lines('if (a) {', '  go();', '}', 'function f() {', '  if (a) {', '    go();', '  }', '}'),
    call: { old_string: '  if (a) {\n    go();\n  }', new_string: '  if (a) {\n    stop();\n  }' },
    expected: { after: lines('if (a) {', '  go();', '}', 'function f() {', '  if (a) {', '    stop();', '  }', '}') },
  },
  {
    title: 'two blocks that differ only in depth, sent at the depth of none',
    file: 'a.ts',
    before: lines(
      '  if (a) {',
      '    go();',
      '  }',
      'function f() {',
      '      if (a) {',
      '        go();',
      '      }',
      '}',
    ),
    call: { old_string: '    if (a) {\n      go();\n    }', new_string: '    if (a) {\n      stop();\n    }' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'all blocks that differ only in depth, each indented on its own',
    file: 'a.ts',
    before: lines(
      '  if (a) {',
      '    go();',
      '  }',
      'function f() {',
      '      if (a) {',
      '        go();',
      '      }',
      '}',
    ),
    call: {
      old_string: '    if (a) {\n      go();\n    }',
      new_string: '    if (a) {\n      go();\n      stop();\n    }',
      allow_multiple: true,
    },
    expected: {
      after: lines(
        '  if (a) {',
        '    go();',
        '    stop();',
        '  }',
        'function f() {',
        '      if (a) {',
        '        go();',
        '        stop();',
        '      }',
        '}',
      ),
    },
  },
  {
    title: 'a line less deep than any that was shown, in the same units',
    file: 'a.ts',
    before: lines('{', '  {', '    {', '      go();', '    }', '  }', '}'),
    call: { old_string: '          go();', new_string: '          go();\n        // out' },
    expected: { after: lines('{', '  {', '    {', '      go();', '    // out', '    }', '  }', '}') },
  },
  {
    title: 'a line less deep than the file can have it',
    file: 'a.ts',
    before: lines('{', '  go();', '}', 'stop();'),
    call: { old_string: '      go();', new_string: '      go();\n  // out' },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'HTML: sent less deep, an element put in',
    file: 'index.html',
    before: lines('<main>', '  <section>', '    <ul>', '      <li>one</li>', '    </ul>', '  </section>', '</main>'),
    call: {
      old_string: '<ul>\n  <li>one</li>\n</ul>',
      new_string: '<ul>\n  <li>one</li>\n  <li>\n    <b>two</b>\n  </li>\n</ul>',
    },
    expected: {
      after: lines(
        '<main>',
        '  <section>',
        '    <ul>',
        '      <li>one</li>',
        '      <li>',
        '        <b>two</b>',
        '      </li>',
        '    </ul>',
        '  </section>',
        '</main>',
      ),
    },
  },
  {
    title: 'a part of a line is not found by looking past indentation',
    file: 'a.ts',
    before: lines('  const result = compute(a);', '    done();'),
    call: { old_string: 'compute(a);\ndone();', new_string: 'compute(b);\ndone();' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'JSON: sent in steps of four, an object put in',
    file: 'package.json',
    before: samples['package.json'],
    call: {
      old_string: '    "dependencies": {\n        "zod": "^4.2.1"\n    },',
      new_string:
        '    "dependencies": {\n        "zod": "^4.2.1"\n    },\n    "engines": {\n        "node": ">=22"\n    },',
    },
    expected: {
      after: swap(
        samples['package.json'],
        '    "zod": "^4.2.1"\n  },\n',
        '    "zod": "^4.2.1"\n  },\n  "engines": {\n    "node": ">=22"\n  },\n',
      ),
    },
  },
];
