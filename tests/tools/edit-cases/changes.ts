import type { samples } from './samples.ts';

/** A change to a sample, as sent by a model that sees the file: several complete lines that occur once. */
export interface Change {
  readonly file: keyof typeof samples;
  readonly from: string;
  readonly to: string;
}

/** Changes of every kind: lines added, removed, rewritten, or wrapped in a block. */
export const changes: readonly Change[] = [
  {
    file: 'cart.ts',
    from: `    if (count > 0) {
      sum += price * count;
    }
`,
    to: `    if (count > 0 && price > 0) {
      sum += price * count;
    }
`,
  },
  {
    file: 'cart.ts',
    from: `    if (known === undefined) {
      this.#items.push(item);
      return;
    }
`,
    to: `    if (known === undefined) {
      if (item.count > 0) {
        this.#items.push(item);
      }
      return;
    }
`,
  },
  {
    file: 'inventory.py',
    from: `        if taken == have:
            self.items.pop(item, None)
        else:
            self.items[item] = have - taken
`,
    to: `        if taken == 0:
            return 0
        if taken == have:
            self.items.pop(item, None)
        else:
            self.items[item] = have - taken
`,
  },
  {
    file: 'inventory.py',
    from: `            room = shelf.free()
            if room >= count:
                shelf.add(item, count)
                break
`,
    to: `            if shelf.free() >= count:
                shelf.add(item, count)
                break
`,
  },
  {
    file: 'server.go',
    from: `	for name, values := range r.Header {
		for _, value := range values {
			fmt.Fprintf(w, "%s: %s\\n", name, value)
		}
	}
`,
    to: `	for name, values := range r.Header {
		for _, value := range values {
			if value != "" {
				fmt.Fprintf(w, "%s: %s\\n", name, value)
			}
		}
	}
`,
  },
  {
    file: 'server.go',
    from: `	if err := s.run(); err != nil {
		log.Fatal(err)
	}
`,
    to: `	if err := s.run(); err != nil {
		log.Printf("stopped after %d requests", s.counter)
		log.Fatal(err)
	}
`,
  },
  {
    file: 'deploy.yaml',
    from: `          env:
            - name: LOG_LEVEL
              value: info
`,
    to: `          env:
            - name: LOG_LEVEL
              value: debug
            - name: REGION
              value: eu
`,
  },
  {
    file: 'style.css',
    from: `    :root {
        --ink: #eee;
        --paper: #111;
    }
`,
    to: `    :root {
        --ink: #eee;
        --paper: #000;
    }

    .card {
        padding: 4px;
    }
`,
  },
  {
    file: 'parser.rs',
    from: `            Some('(') => {
                self.depth += 1;
                self.chars.next();
                true
            }
`,
    to: `            Some('(') if self.depth < 64 => {
                self.depth += 1;
                self.chars.next();
                true
            }
`,
  },
  {
    file: 'backup.sh',
    from: `  if [ -d "$HOME/$folder" ]; then
    tar czf "$target/$folder-$stamp.tgz" -C "$HOME" "$folder"
  fi
`,
    to: `  if [ -d "$HOME/$folder" ]; then
    echo "saving $folder"
    tar czf "$target/$folder-$stamp.tgz" -C "$HOME" "$folder"
  fi
`,
  },
  {
    file: 'Account.java',
    from: `        if (amount > cents) {
            throw new IllegalStateException(owner + " has only " + cents);
        }
`,
    to: `        if (amount > cents) {
            String message = owner + " has only " + cents;
            throw new IllegalStateException(message);
        }
`,
  },
  {
    file: 'package.json',
    from: `    "test": "vitest run",
    "lint": "eslint ."
`,
    to: `    "test": "vitest run",
    "types": "tsc --noEmit",
    "lint": "eslint ."
`,
  },
];
