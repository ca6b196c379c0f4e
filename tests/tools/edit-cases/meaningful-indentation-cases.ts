import { lines, swap, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

const python = samples['inventory.py'];
const yaml = samples['deploy.yaml'];
const make = samples.Makefile;

/** Languages with significant indentation: a wrong correction would break the file or change its meaning. */
export const meaningfulIndentationCases: readonly EditCase[] = [
  {
    title: 'Python: one line of wrong depth, a line put in after it',
    file: 'inventory.py',
    before: python,
    call: { old_string: '  return taken', new_string: '  print(taken)\n  return taken' },
    expected: { after: swap(python, '        return taken\n', '        print(taken)\n        return taken\n') },
  },
  {
    title: 'Python: a line put deeper joins the block that is there',
    file: 'short.py',
    before: lines('def f():', '  if ready:', '    go()', '  return'),
    call: { old_string: '    if ready:', new_string: '    if ready:\n        log()' },
    expected: { after: lines('def f():', '  if ready:', '    log()', '    go()', '  return') },
  },
  {
    title: 'Python: two lines, one sent as deep as the other, are not the same block',
    file: 'loop.py',
    before: lines('for x in xs:', '    print(x)', '    total += x', 'done()'),
    call: {
      old_string: 'for x in xs:\n    print(x)\ntotal += x',
      new_string: 'for x in xs:\n    print(x)\ntotal += 1',
    },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'Python: a body that was sent outside of its block',
    file: 'loop.py',
    before: lines('if a:', '    if b:', '        one()', '        two()'),
    call: { old_string: 'if b:\n    one()\ntwo()', new_string: 'if b:\n    one()' },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'Python: tabs in the file, blanks were sent, and one more block',
    file: 'tabs.py',
    before: lines('class A:', '\tdef f(self):', '\t\treturn 1', '', '\tdef g(self):', '\t\treturn 2'),
    call: {
      old_string: '    def g(self):\n        return 2',
      new_string: '    def g(self):\n        if self.x:\n            return 3\n        return 2',
    },
    expected: {
      after: lines(
        'class A:',
        '\tdef f(self):',
        '\t\treturn 1',
        '',
        '\tdef g(self):',
        '\t\tif self.x:',
        '\t\t\treturn 3',
        '\t\treturn 2',
      ),
    },
  },
  {
    title: 'Python: one line of tabs, sent by blanks, wrapped in a block',
    file: 'tabs.py',
    before: lines('def f():', '\tfor x in y:', '\t\tgo(x)'),
    call: { old_string: '    go(x)', new_string: '    if x:\n        go(x)' },
    expected: { after: lines('def f():', '\tfor x in y:', '\t\tif x:', '\t\t\tgo(x)') },
  },
  {
    title: 'Python: continuation lines keep their alignment',
    file: 'call.py',
    before: lines('def f():', '    call(first,', '         second,', '         third)', '    return 1'),
    call: {
      old_string: 'call(first,\n     second,\n     third)',
      new_string: 'call(first,\n     other,\n     third)',
    },
    expected: { after: lines('def f():', '    call(first,', '         other,', '         third)', '    return 1') },
  },
  {
    title: 'Python: a depth that was never shown, in units that cannot be told',
    file: 'odd.py',
    before: lines('if a:', '  if b:', '      go()', 'if c:', '    stop()'),
    call: { old_string: '   stop()', new_string: '   if d:\n       stop()' },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'Python: a docstring with lines of its own depth',
    file: 'doc.py',
    before: lines(
      'class A:',
      '    def f(self):',
      '        """Does it.',
      '',
      '        Twice.',
      '        """',
      '        return 2',
    ),
    call: {
      old_string: 'def f(self):\n    """Does it.\n\n    Twice.\n    """\n    return 2',
      new_string: 'def f(self):\n    """Does it.\n\n    Three times.\n    """\n    return 3',
    },
    expected: {
      after: lines(
        'class A:',
        '    def f(self):',
        '        """Does it.',
        '',
        '        Three times.',
        '        """',
        '        return 3',
      ),
    },
  },
  {
    title: 'YAML: a list that was sent less deep',
    file: 'deploy.yaml',
    before: yaml,
    call: {
      old_string: 'ports:\n  - containerPort: 9090',
      new_string: 'ports:\n  - containerPort: 9090\n    protocol: TCP',
    },
    expected: { after: `${yaml}              protocol: TCP\n` },
  },
  {
    title: 'YAML: a key with the same name elsewhere is known by its depth',
    file: 'deploy.yaml',
    before: yaml,
    call: {
      old_string: '      labels:\n        app: web',
      new_string: '      labels:\n        app: web\n        tier: front',
    },
    expected: { after: swap(yaml, '        app: web\n', '        app: web\n        tier: front\n') },
  },
  {
    title: 'YAML: a key that appears twice, at different depths',
    file: 'deploy.yaml',
    before: yaml,
    call: { old_string: '   labels:\n     app: web', new_string: '   labels:\n     app: shop' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'YAML: a list is sent flush with its key, and is not in the file',
    file: 'list.yaml',
    before: lines('steps:', '  - build', '  - test', 'on: push'),
    call: { old_string: 'steps:\n- build\n- test', new_string: 'steps:\n- build\n- lint\n- test' },
    expected: { refused: 'layout_mismatch' },
  },
  {
    title: 'YAML: a step of two, sent in steps of four',
    file: 'a.yaml',
    before: lines('a:', '  b:', '    c: 1', '    d: 2', '  e: 3'),
    call: {
      old_string: 'a:\n    b:\n        c: 1',
      new_string: 'a:\n    b:\n        c: 1\n        x:\n            y: 4',
    },
    expected: { after: lines('a:', '  b:', '    c: 1', '    x:', '      y: 4', '    d: 2', '  e: 3') },
  },
  {
    title: 'make: blanks were sent for the tab of a recipe',
    file: 'Makefile',
    before: make,
    call: {
      old_string: 'test: calc\n    ./calc < tests/in.txt > tests/out.txt',
      new_string: 'test: calc\n    mkdir -p tests\n    ./calc < tests/in.txt > tests/out.txt',
    },
    expected: { after: swap(make, 'test: calc\n', 'test: calc\n\tmkdir -p tests\n') },
  },
  {
    title: 'make: one line of a recipe by blanks',
    file: 'Makefile',
    before: make,
    call: { old_string: '        rm -f $(OBJECTS) calc', new_string: '        rm -rf $(OBJECTS) calc build' },
    expected: { after: swap(make, '\trm -f $(OBJECTS) calc', '\trm -rf $(OBJECTS) calc build') },
  },
  {
    title: 'make: a recipe without its tab is exactly there, and another line comes without one',
    file: 'Makefile',
    before: make,
    call: { old_string: 'rm -f $(OBJECTS) calc', new_string: 'rm -f $(OBJECTS) calc core' },
    expected: { after: swap(make, 'rm -f $(OBJECTS) calc', 'rm -f $(OBJECTS) calc core') },
  },
  {
    title: 'the first line without its blanks, what follows as deep as it is to be',
    file: 'a.py',
    before: lines('class A:', '    def f(self):', '        return 1'),
    call: { old_string: 'return 1', new_string: 'x = 1\n        return x' },
    expected: { after: lines('class A:', '    def f(self):', '        x = 1', '        return x') },
  },
  {
    title: 'a part of the blanks before one line, in a change of one line',
    file: 'a.py',
    before: lines('class A:', '    def f(self):', '        return 1'),
    call: { old_string: '  return 1', new_string: '  return 2' },
    expected: { after: lines('class A:', '    def f(self):', '        return 2') },
  },
];
