import type { Program } from './child.ts';
import { Supervised } from './supervised.ts';

/**
 * Ends in this order, each group side by side: first the BFF, then the services, then what they
 * lean on.
 */
const GROUPS = ['bff', 'services', 'partners', 'infrastructure'] as const;
export type Group = (typeof GROUPS)[number];

/** All processes of one portal. */
export class Supervisor {
  readonly #dataDir: string;
  readonly #members = new Map<string, { readonly group: Group; readonly part: Supervised }>();
  #stopped = false;
  readonly #killAll = (): void => {
    for (const { part } of this.#members.values()) part.kill('SIGKILL');
  };

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    // after an uncaught error no child process stays behind
    process.once('exit', this.#killAll);
  }

  /** Starts a program and keeps it running. */
  run(group: Group, program: Program): Supervised {
    if (this.#stopped)
      throw new Error(`${program.name} is not started any more: everything is being stopped.`);
    const part = new Supervised(program, this.#dataDir);
    this.#members.set(program.name, { group, part });
    part.start();
    return part;
  }

  /** Returns a process by its name, e.g. `payments`, `postgres`; throws for an unknown name. */
  part(name: string): Supervised {
    const member = this.#members.get(name);
    if (!member)
      throw new Error(
        `There is no part ${name} here; there are ${[...this.#members.keys()].join(', ')}.`,
      );
    return member.part;
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  /** Stops everything in order; a process that hangs is killed after 10 seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const group of GROUPS) {
      const parts = [...this.#members.values()].filter((member) => member.group === group);
      await Promise.all(parts.map(({ part }) => part.stop()));
    }
    process.off('exit', this.#killAll);
  }
}
