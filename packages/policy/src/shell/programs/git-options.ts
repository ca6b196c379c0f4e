/**
 * Options of commands that show differences. Not `--output`, `--ext-diff` and `--textconv`, which write and run, nor
 * `--no-index`, which reads any file, nor `--submodule` and values of `--ignore-submodules`, which run git in another
 * repository.
 */
export const DIFF =
  '-# -p -u -s -U= -w -b -z -a -R -M? -C? -B? -D -S= -G= -l= -W -c --patch --no-patch --unified= --raw --stat? ' +
  '--numstat --shortstat --dirstat? --summary --compact-summary --patch-with-stat --name-only --name-status --color? ' +
  '--no-color --word-diff? --word-diff-regex= --color-words? --color-moved? --minimal --patience --histogram ' +
  '--diff-algorithm= --check --full-index --binary --abbrev? --no-renames --find-renames? --find-copies? ' +
  '--diff-filter= --pickaxe-all --pickaxe-regex --relative? --text --ignore-space-change --ignore-all-space ' +
  '--ignore-blank-lines --ignore-space-at-eol --inter-hunk-context= --function-context --exit-code --quiet ' +
  '--no-ext-diff --no-textconv --ignore-submodules --src-prefix= --dst-prefix= --no-prefix --cached ' +
  '--staged --merge-base --base --ours --theirs --cc --no-indent-heuristic';

/** Options of commands that show history. Not `--show-signature` and `--remerge-diff`, which run programs. */
export const LOG =
  `${DIFF} -n= -i -E -F -P -g -m -L= --max-count= --skip= --since= --after= --until= --before= --author= --committer= ` +
  '--grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --oneline ' +
  '--graph --decorate? --no-decorate --decorate-refs= --decorate-refs-exclude= --all --branches? --tags? --remotes? ' +
  '--glob= --exclude= --not --merges --no-merges --min-parents= --max-parents= --first-parent --reverse --topo-order ' +
  '--date-order --author-date-order --date= --format= --pretty? --abbrev-commit --no-abbrev-commit --relative-date ' +
  '--parents --children --left-right --cherry --cherry-pick --cherry-mark --left-only --right-only --boundary ' +
  '--simplify-by-decoration --simplify-merges --full-history --ancestry-path? --follow --full-diff --source --notes? ' +
  '--no-notes --walk-reflogs --reflog --mailmap --use-mailmap --no-walk? --root --encoding= ' +
  '--no-diff-merges --clear-decorations --count --objects';

/**
 * Options of `git grep`. Not `-O`, which opens results in a pager, `--textconv`, nor any that search untracked files.
 */
export const GREP =
  '-# -i -n -l -L -c -w -v -E -F -P -G -o -h -H -p -W -q -I -a -r -z -e= -f< -A= -B= -C= -m= --max-depth= --cached ' +
  '--and --or --not --all-match ' +
  '--count --line-number --column --name-only --files-with-matches --files-without-match --only-matching --heading ' +
  '--break --show-function --function-context --context= --after-context= --before-context= --ignore-case ' +
  '--word-regexp --invert-match --extended-regexp --fixed-strings --perl-regexp --text --threads= --color? --no-color ' +
  '--full-name --max-count= --quiet';

/** Options of `git ls-files`. */
export const LS_FILES =
  '-c -d -m -o -i -s -u -k -z -t -v -f -x= -X< --cached --deleted --modified --others --ignored --stage --unmerged ' +
  '--killed --exclude= --exclude-from< --exclude-per-directory= --exclude-standard --error-unmatch --full-name ' +
  '--abbrev? --directory --no-empty-directory --eol --deduplicate --format=';

/** Options of `git blame`. */
export const BLAME =
  '-L= -l -t -s -e -w -M? -C? -p -c -f -n -b --porcelain --line-porcelain --show-email --show-name --show-number --date= ' +
  '--since= --first-parent --abbrev= --root --incremental --ignore-rev= --color-lines --color-by-age';

/** Options of `git status`. */
export const STATUS =
  '-s -b -v -u? -z --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignored? ' +
  '--ignore-submodules --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?';

/** Options of commands that list branches and tags. */
export const LISTING =
  '-i --list --sort= --format= --color? --no-color --column? ' +
  '--no-column --abbrev? --no-abbrev --ignore-case --contains? --no-contains? --merged? --no-merged? --points-at=';

/** Options of `git rev-parse`. */
export const REV_PARSE =
  '-q --quiet --verify --short? --abbrev-ref? --symbolic --symbolic-full-name --all --branches? --tags? --remotes? --not ' +
  '--revs-only --no-revs --flags --no-flags --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir ' +
  '--git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository';
