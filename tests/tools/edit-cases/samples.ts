/** Typical project files, each with its own indentation style. */
export const samples = {
  'cart.ts': `import { round } from './round.ts';

export interface Item {
  readonly name: string;
  readonly price: number;
  readonly count: number;
}

/** What a cart costs, with tax. */
export function totalOf(items: readonly Item[], rate = 0.19): number {
  let sum = 0;
  for (const { price, count } of items) {
    if (count > 0) {
      sum += price * count;
    }
  }
  return round(sum * (1 + rate));
}

export function namesOf(items: readonly Item[]): readonly string[] {
  return items.filter(({ count }) => count > 0).map(({ name }) => name);
}

export class Cart {
  #items: Item[] = [];

  add(item: Item): void {
    const known = this.#items.find(({ name }) => name === item.name);
    if (known === undefined) {
      this.#items.push(item);
      return;
    }
    this.#items = this.#items.map((each) => (each === known ? { ...each, count: each.count + item.count } : each));
  }

  clear(): void {
    this.#items = [];
  }
}
`,
  'inventory.py': `"""Keeps track of what is on the shelves."""

from dataclasses import dataclass, field


@dataclass
class Shelf:
    name: str
    capacity: int
    items: dict[str, int] = field(default_factory=dict)

    def add(self, item: str, count: int = 1) -> None:
        if count < 1:
            raise ValueError("count must be positive")
        if self.free() < count:
            raise OverflowError(f"{self.name} has no room for {count} of {item}")
        self.items[item] = self.items.get(item, 0) + count

    def remove(self, item: str, count: int = 1) -> int:
        have = self.items.get(item, 0)
        taken = min(have, count)
        if taken == have:
            self.items.pop(item, None)
        else:
            self.items[item] = have - taken
        return taken

    def free(self) -> int:
        return self.capacity - sum(self.items.values())


def restock(shelves: list[Shelf], wanted: dict[str, int]) -> list[str]:
    missing = []
    for item, count in wanted.items():
        for shelf in shelves:
            room = shelf.free()
            if room >= count:
                shelf.add(item, count)
                break
        else:
            missing.append(item)
    return missing
`,
  'server.go': `package main

import (
	"fmt"
	"log"
	"net/http"
)

type server struct {
	addr    string
	counter int
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	s.counter++
	if r.Method != http.MethodGet {
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
		return
	}
	for name, values := range r.Header {
		for _, value := range values {
			fmt.Fprintf(w, "%s: %s\\n", name, value)
		}
	}
}

func (s *server) run() error {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.handle)
	log.Printf("listening on %s", s.addr)
	return http.ListenAndServe(s.addr, mux)
}

func main() {
	s := &server{addr: ":8080"}
	if err := s.run(); err != nil {
		log.Fatal(err)
	}
}
`,
  Makefile: `CC ?= cc
CFLAGS := -O2 -Wall
OBJECTS := main.o parse.o print.o

all: calc

calc: $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^

%.o: %.c
	$(CC) $(CFLAGS) -c -o $@ $<

test: calc
	./calc < tests/in.txt > tests/out.txt
	diff tests/out.txt tests/expected.txt

clean:
	rm -f $(OBJECTS) calc

.PHONY: all test clean
`,
  'deploy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  replicas: 2
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: example/web:1.4.2
          ports:
            - containerPort: 8080
          env:
            - name: LOG_LEVEL
              value: info
        - name: metrics
          image: example/metrics:0.9.0
          ports:
            - containerPort: 9090
`,
  'README.md': `# Anchor

A small library for dates.

## Install

    npm install anchor

## Use

Call \`parse\` with a text and get a date:

\`\`\`ts
const date = parse('2026-01-31');
\`\`\`

* fast, as it does little
* strict, as it accepts one format
    * and one only
    * with no exceptions

| call | what it does |
| --- | --- |
| \`parse\` | reads a date |
| \`format\` | writes a date |
`,
  'package.json': `{
  "name": "anchor",
  "version": "2.3.1",
  "type": "module",
  "scripts": {
    "build": "tsc -b",
    "test": "vitest run",
    "lint": "eslint ."
  },
  "dependencies": {
    "zod": "^4.2.1"
  },
  "devDependencies": {
    "typescript": "~6.0.0",
    "vitest": "^5.1.0"
  }
}
`,
  'style.css': `:root {
    --ink: #222;
    --paper: #fff;
}

.card {
    color: var(--ink);
    background: var(--paper);
    padding: 8px 12px;
}

.card > .title {
    font-weight: bold;
    margin: 0;
}

@media (prefers-color-scheme: dark) {
    :root {
        --ink: #eee;
        --paper: #111;
    }
}
`,
  'parser.rs': `use std::iter::Peekable;
use std::str::Chars;

pub struct Parser<'a> {
    chars: Peekable<Chars<'a>>,
    depth: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Self {
        Parser { chars: text.chars().peekable(), depth: 0 }
    }

    pub fn number(&mut self) -> Option<i64> {
        let mut value = 0;
        let mut seen = false;
        while let Some(digit) = self.chars.peek().and_then(|c| c.to_digit(10)) {
            value = value * 10 + i64::from(digit);
            seen = true;
            self.chars.next();
        }
        if seen { Some(value) } else { None }
    }

    pub fn open(&mut self) -> bool {
        match self.chars.peek() {
            Some('(') => {
                self.depth += 1;
                self.chars.next();
                true
            }
            _ => false,
        }
    }
}
`,
  'backup.sh': `#!/usr/bin/env bash
set -euo pipefail

target=\${1:?usage: backup.sh TARGET}
stamp=$(date +%Y-%m-%d)

for folder in documents pictures; do
  if [ -d "$HOME/$folder" ]; then
    tar czf "$target/$folder-$stamp.tgz" -C "$HOME" "$folder"
  fi
done

cat <<'END'
Backups are done.
	Look at them now and then.
END

find "$target" -name '*.tgz' -mtime +30 -delete
`,
  'query.sql': `SELECT c.name,
       count(o.id) AS orders,
       sum(o.total) AS spent
FROM customers c
LEFT JOIN orders o
       ON o.customer_id = c.id
      AND o.state <> 'cancelled'
WHERE c.active
GROUP BY c.name
HAVING sum(o.total) > 100
ORDER BY spent DESC;
`,
  'Account.java': `package bank;

public final class Account {
    private final String owner;
    private long cents;

    public Account(String owner) {
        this.owner = owner;
    }

    public void deposit(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount: " + amount);
        }
        cents += amount;
    }

    public void withdraw(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("amount: " + amount);
        }
        if (amount > cents) {
            throw new IllegalStateException(owner + " has only " + cents);
        }
        cents -= amount;
    }
}
`,
} as const satisfies Record<string, string>;
