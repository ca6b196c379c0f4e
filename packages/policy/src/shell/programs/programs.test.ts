import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { openShellReader } from '../open-shell-reader.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

/** The result for a whole line: all of it only reads, some part is a hazard, or neither. */
function judge(line: string): 'reads' | 'hazard' | 'plain' | 'not understood' {
  const read = reader.read(line);
  if (read.kind === 'not_understood') return 'not understood';
  if (read.commands.some(({ hazard }) => hazard !== null)) return 'hazard';
  return read.commands.every(({ isReadOnly }) => isReadOnly) ? 'reads' : 'plain';
}

/** Lines by family, one per row. */
const families = {
  files: {
    reads: `
      ls -la *.ts
      cat *.md
      cat "$HOME/a" ~/b
      cat <(ls)
      for f in src/*.ts a; do head -5 "$f"; done
      head -n 5 a
      stat -c %s a
      diff -u a b
      file --mime-type a
      tree -L 2
      xxd -l 16 a
      base64 -d a
      wc -l src/*.ts`,
    plain: `
      mkdir -p a/b
      touch a
      rm -r a
      chmod +x a`,
    hazard: `
      cp a b
      mv a b
      ln -s a b
      tee a
      dd if=a of=b
      xxd a b
      file -C -m a
      tree -o a
      base64 -o a b
      rm $x
      diff -l a b
      diff -r a b
      cat "$x"
      cat $y
      cat "$(ls)"
      cat '$x/../a'
      cat "\${x}"
      for f in *.ts; do cat $f; done
      for f in $(ls); do cat "$f"; done
      for f in a; do ls; done; cat "$f"
      xxd a -d
      xxd -r a
      uniq a -c
      base64 a -d
      du -L a
      du --files0-from=a
      wc --files0-from=a
      sha256sum -c a
      strings @a
      hexdump -f a b`,
  },
  text: {
    reads: `
      sort -rn -k2,2 -t: a
      sort -u -- a
      uniq -c a
      cut -d: -f1
      jq -r '.a | .b' package.json
      awk '{print $1}' a
      awk -F: -v x=1 'NR>1 && $3>5 {print $1, x}' a
      awk '/a|b/' c
      awk '{if ($1 >= 2 || $2) print}' b x=1
      sed -n '1,20p' a
      sed -e 's/a/b/g;s|c|d|' -e '/^#/d' a
      sed 's/[0-9]/x/2p;$!d' a
      sed -En '/a/,/b/{p;q}' a
      sed '0~3d;2,+4!p' a
      sed 'y/abc/def/' a`,
    hazard: `
      sort -o a b
      sort -oa b
      sort --outp=a b
      sort --compress-program=a b
      sort "$x"
      sort *.txt
      uniq a b
      uniq src/*
      shuf -o a
      awk '{system("a")}'
      awk '{print > "a"}'
      awk '{print | "a"}'
      awk '{"a" | getline}'
      awk -f a
      awk "$x"
      sed -i s/a/b/ c
      sed 'w a' b
      sed 's/a/b/w c' d
      sed 's/a/b/e' d
      sed e a
      sed -f a b
      sed 's/[/]/x/' a
      sed '1r a' b
      sed "$x" a
      sed -- '1e a' -e p b
      sed p -n a
      sed 'w a' -e p
      sort -u -- "$x"
      awk 1 "$f"
      awk 'BEGIN{ARGV[1]="a";ARGC=2}1'
      awk 'BEGIN{print ENVIRON["a"]}'
      jq -n env
      jq -n '$ENV'
      jq -n 'import "a" as $b; $b'
      jq -f a b
      jq --rawfile a b c
      yq . a
      bc a`,
  },
  search: {
    reads: `
      grep -rn a . --include=*.ts
      grep -e "$x" a
      grep -f a b
      rg -n 'a|b' -g '*.ts' src
      find . -name '*.ts' -not -path './node_modules/*' -type f -mtime -7
      find src test \\( -name a -o -name b \\) -print0
      find . -name "$x" -exec wc -l {} +
      find . -type f -exec ls -l {} \\;`,
    hazard: `
      rg --pre a b
      rg "$x" src
      find . -delete
      find . -fprint a
      find . -exec sort -o a {} \\;
      find . -exec a
      find . -exec {} \\;
      find . -exec ./a \\;
      find . -name *.ts
      find $x
      find "$x" -name a
      find . -exec sh -c '{}' \\;
      find . -name "$x" -exec grep -l a {} +
      find . -type f -exec sort {} \\;
      find -L . -name a
      find . -follow
      grep "$x" $y
      grep -R a b
      rg -L a b`,
    plain: `
      find . -exec touch {} \\;`,
  },
  wrappers: {
    reads: `
      env CI=1 ls
      timeout 5 ls
      timeout -k 1 5s nice -n 5 ls
      time ls
      command -v a
      xargs -0 ls -l
      ls | xargs -I{} basename {}
      xargs -a a echo
      bash -c 'ls | wc -l'
      sh -ec 'ls && pwd'
      bash -n a.sh
      stdbuf -oL cat a
      bash -c 'for f in a b; do wc -l "$f"; done'`,
    plain: `
      nohup ls
      timeout 5 npm test
      npx a b`,
    hazard: `
      env -S 'ls'
      env A=1 ls
      env "$x" ls
      timeout $x ls
      ls | xargs rm
      xargs -n1 grep a
      ls | xargs wc -l
      ls | xargs -I{} cat {}
      ls | xargs -I{} sort ./{}
      ls | xargs -I{} -n2 echo {}
      ls | xargs -L1 -I{} echo {}
      xargs --max-lines ./a
      xargs --max-args 2 ls
      setsid ls
      ls | xargs sort
      ls | xargs -I{} sort {}
      ls | xargs -I{} {}
      ls | xargs -i ls
      bash
      bash -lc ls
      bash -c "$x"
      bash -c 'while a; do b; done'
      sh -c 'ls &> a'
      sh -c "ls \\$'a'"
      zsh -c ls
      sudo ls
      watch ls
      parallel ls
      busybox ls
      env env env env env env env ls`,
  },
  builtins: {
    reads: `
      test -f a
      test ! -d "$x"
      [ "$x" = a ]
      [ 1 -lt 2 ]
      printf '%s\\n' "$x"
      set -euo pipefail
      type ls`,
    hazard: `
      test -v a
      test $x
      test a -o b
      printf -v a b
      printf "$x"
      set -k
      eval a
      source a
      trap a EXIT
      read a
      shopt -s extglob
      wait -p a`,
  },
  interpreters: {
    reads: `
      node --version
      node --check a.js
      python3 -V
      gcc --version`,
    plain: `
      node a.js --b
      node --test
      python3 a.py b
      python3 -m pytest -q a
      bash a.sh b
      perl a.pl`,
    hazard: `
      node -e a
      node -r a b
      node
      python3 -c a
      python3 -
      python3 -m timeit a
      perl -e a
      perl -pi -e a b
      ruby a.rb "$x"
      vim a
      sqlite3 a
      gcc a.c`,
  },
  others: {
    reads: `
      tar tzf a.tgz
      tar -tvf a.tar b
      unzip -l a.zip
      date +%s
      date -u -d yesterday +%F
      lsof -i :3000 -P -n
      lsof -nPi
      lsof -nP -iTCP -sTCP:LISTEN
      lsof -i tcp:3000
      lsof -i -P a
      ss -tlnp
      ss -t state listening 'sport = :3000'
      ss 'sport = :22 or dport = :80'
      ps -eo pid,ppid,comm,%cpu
      ps -p 1 -o pid= -o comm=
      pgrep -l a
      uname -a
      arch
      xz -t a.xz
      gzip -cd a.gz
      npm --version`,
    plain: `
      npm test
      npm run build -- --watch
      npm ci
      pytest -q
      go test -count=1 ./...
      cargo test
      make -j4 test
      make -j 4 test
      terraform plan
      curl -sSL https://a
      docker ps
      tsc --noEmit
      unknown --option`,
    hazard: `
      tar xf a
      tar cf a b
      tar tf a --to-command=b
      tar tf a:b
      tar thf a
      tar tfI a ./b
      lsof -i @a.test
      lsof -i@a.test
      lsof -nP -i @a
      lsof -i tcp@a:80
      lsof -nPi a.test
      lsof -i "$x"
      ss dst a
      ss src a:80
      ss -tr dst a
      ss 'dst = a'
      ss 'sport = a'
      find . -exec lsof -i @{} \\;
      find . -exec ss dst a \\;
      find . -exec ss {} \\;
      nslookup a
      dig a
      ps
      ps aux
      ps -ef
      ps -e
      ps -p 1 -o pid,args
      ps -o pid=a,args
      ps -eo pid,command
      pgrep -a a
      pstree -a
      w
      ps axe
      ps -e e
      ps -eo environ
      arch a
      who a
      xz -td a.xz
      xz -ld a.xz
      bzip2 -t -d a
      zstd --test --decompress a
      unzip a
      gzip a
      date 01010101
      hostname a
      npm exec a
      npm install a
      npm run env
      npm test --prefix=a
      pytest --junitxml=a
      go test -exec a
      cargo test --config a
      make -f a
      make a b
      go test ../a/...
      go list a.test/b@latest
      terraform plan -out=a
      terraform apply
      make A=b
      curl -o a b
      curl -d @a b
      wget a
      ssh a
      docker run a
      unknown $x
      unknown "$x"`,
  },
} as const;

const rows = Object.entries(families).flatMap(([family, outcomes]) =>
  Object.entries(outcomes).map(([outcome, text]): [string, string, string[]] => [
    family,
    outcome,
    text.trim().split(/\n\s*/),
  ]),
);

describe.each(rows)('%s: %s', (_, outcome, lines) => {
  test.each(lines)('%s', (line) => {
    expect(judge(line)).toBe(outcome);
  });
});
