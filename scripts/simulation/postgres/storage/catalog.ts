import type { Node, SelectStmt } from 'libpg-query';
import { type Ledger, type Snapshot, Store, type Transaction, type Tuple } from './storage.ts';
import type { Row, Value } from './values.ts';

/** One run of a statement. */
export interface Context {
  readonly catalog: Catalog;
  readonly ledger: Ledger;
  readonly tx: Transaction;
  readonly snapshot: Snapshot;
  readonly params: readonly Value[];
  /** The server's clock, in milliseconds. */
  readonly clock: () => number;
  /** The results of uncorrelated subqueries and CTEs. */
  readonly memo: Map<object, unknown>;
  /** Triggers and checks that run after the statement's changes. */
  readonly after: (() => void)[];
  readonly sequences: Sequences;
  /** The depth of nested triggers. */
  readonly depth: number;
}

/**
 * Draws numbers from tables' sequences. A statement that runs again after it waited gets the same
 * numbers as before, since on the real server it only waits in the middle.
 */
export class Sequences {
  private readonly taken: number[] = [];
  private used = 0;

  next(table: Table): number {
    const number = this.taken[this.used] ?? ++table.lastId;
    this.taken[this.used++] = number;
    return number;
  }

  /** Starts again with the first number that the statement drew. */
  restart(): void {
    this.used = 0;
  }
}

/** One row of each source of a query, inside the rows of the outer queries. */
export class Env {
  readonly ctx: Context;
  readonly up: Env | null;
  rows: Row[] = [];
  tuples: (Tuple | null)[] = [];
  aggregates: Value[] = [];
  /** RETURNING reads a row that existed before. */
  isUpdated = false;

  constructor(ctx: Context, up: Env | null) {
    this.ctx = ctx;
    this.up = up;
  }

  /** Returns a copy with the current rows. */
  copy(): Env {
    const env = new Env(this.ctx, this.up);
    env.rows = [...this.rows];
    env.tuples = [...this.tuples];
    return env;
  }
}

/** Computes a value from the current rows. */
export type Expr = (env: Env) => Value;

/** A compiled query; `run` returns its rows as lists of values. */
export interface Query {
  readonly columns: readonly string[];
  readonly isCorrelated: boolean;
  run(ctx: Context, up: Env | null): Value[][];
}

/** A common table expression; its changes are made once. */
export interface Cte {
  readonly columns: readonly string[];
  readonly writes: boolean;
  rows(ctx: Context): Row[];
}

export interface Aggregate {
  readonly compute: (rows: readonly Env[]) => Value;
}

export interface Column {
  readonly name: string;
  readonly type: string;
  isNotNull: boolean;
  isIdentity: boolean;
  /** Of an identity: values cannot be given for it. */
  isAlwaysGenerated: boolean;
  /** Computed from the row itself if generated, else without a row. */
  default: Expr | null;
  isGenerated: boolean;
}

/** An index whose rows exclude each other: by equal keys, or by ranges that overlap. */
export interface UniqueIndex {
  readonly name: string;
  /** The columns, if all keys are columns. */
  readonly columns: readonly string[] | null;
  readonly keys: readonly Expr[];
  readonly predicate: Expr | null;
  readonly isPartial: boolean;
  /** Of an exclusion, whose keys are the two ends of each range: whether a range has its end. */
  readonly hasEnd?: readonly boolean[];
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly parent: string;
  readonly parentColumns: readonly string[];
  /** ON DELETE CASCADE: rows are deleted with the row that they name. */
  readonly cascades: boolean;
}

/** The change that fires a trigger. */
export interface Change {
  readonly old: Row | null;
  readonly new: Row | null;
  /** The rows that the statement inserted, for a trigger with a transition table. */
  readonly added: readonly Row[];
  readonly table: Table;
}

export interface Trigger {
  readonly name: string;
  readonly isBefore: boolean;
  readonly isForRow: boolean;
  readonly isDeferred: boolean;
  readonly events: ReadonlySet<'insert' | 'update' | 'delete'>;
  /** The columns of an UPDATE trigger; null: any. */
  readonly columns: readonly string[] | null;
  readonly when: ((ctx: Context, change: Change) => boolean) | null;
  readonly addedAs: string | null;
  readonly function: string;
}

export interface Procedure {
  /** Runs as a function of SQL. */
  call(args: readonly Value[], ctx: Context): Value;
  /** Runs as a trigger; returns the row to write, or null to skip it. */
  fire(change: Change, addedAs: string | null, ctx: Context): Row | null;
}

/** A table: columns, constraints and rows. */
export class Table {
  readonly name: string;
  readonly store: Store;
  readonly columns: Column[] = [];
  readonly checks: { name: string; holds: Expr }[] = [];
  readonly uniques: UniqueIndex[] = [];
  readonly foreignKeys: ForeignKey[] = [];
  readonly triggers: Trigger[] = [];
  lastId = 0;

  constructor(name: string) {
    this.name = name;
    this.store = new Store(name);
  }

  column(name: string): Column {
    const column = this.columns.find((one) => one.name === name);
    if (!column) throw new Error(`column ${name} of ${this.name} does not exist`);
    return column;
  }

  typeOf(name: string): string {
    return this.column(name).type;
  }
}

export interface View {
  readonly query: SelectStmt;
  readonly columns: readonly string[] | null;
}

/** The objects of a database. */
export class Catalog {
  readonly tables = new Map<string, Table>();
  readonly views = new Map<string, View>();
  readonly functions = new Map<string, Procedure>();
  readonly language: Language;
  private readonly references = new Map<string, { child: Table; key: ForeignKey }[]>();

  constructor(language: Language) {
    this.language = language;
  }

  /**
   * Returns the foreign keys to a table with the tables that have them; call when all are created.
   */
  referencesTo(parent: string): readonly { child: Table; key: ForeignKey }[] {
    let found = this.references.get(parent);
    if (!found) {
      found = [...this.tables.values()].flatMap((child) =>
        child.foreignKeys.filter((key) => key.parent === parent).map((key) => ({ child, key })),
      );
      this.references.set(parent, found);
    }
    return found;
  }

  table(name: string): Table {
    const table = this.tables.get(name);
    if (!table) throw new Error(`table ${name} does not exist`);
    return table;
  }
}

/** The compiler of SQL, by which its modules call each other. */
export interface Language {
  expr(node: Node, scope: Scope): Expr;
  select(select: SelectStmt, scope: Scope): Query;
  /** Compiles a statement that returns or changes rows. */
  statement(node: Node, scope: Scope): Query;
}

/** The names that a query knows, inside those of the outer queries. */
export class Scope {
  readonly catalog: Catalog;
  readonly up: Scope | null;
  readonly items: { alias: string; columns: readonly string[]; table: string | null }[] = [];
  readonly ctes = new Map<string, Cte>();
  /** Set where aggregates are allowed. */
  aggregates: Aggregate[] | null = null;
  isCorrelated = false;

  constructor(catalog: Catalog, up: Scope | null) {
    this.catalog = catalog;
    this.up = up;
  }

  add(alias: string, columns: readonly string[], table: string | null = null): number {
    return this.items.push({ alias, columns, table }) - 1;
  }

  cte(name: string): Cte | undefined {
    return this.ctes.get(name) ?? this.up?.cte(name);
  }

  /** Compiles a column; without a table's name, of the innermost source that has it. */
  column(table: string | null, name: string): Expr {
    const found = this.find(table, name, 0);
    if (!found) {
      if (name === 'xmax') return (env) => (env.isUpdated ? 1 : 0);
      throw new Error(`column ${table === null ? '' : `${table}.`}${name} does not exist`);
    }
    const { depth, index } = found;
    if (depth === 0) return (env) => (env.rows[index] as Row)[name] ?? null;
    if (depth === 1) return (env) => ((env.up as Env).rows[index] as Row)[name] ?? null;
    return (env) => {
      let at = env;
      for (let i = 0; i < depth; i++) at = at.up as Env;
      return (at.rows[index] as Row)[name] ?? null;
    };
  }

  private find(
    table: string | null,
    name: string,
    depth: number,
  ): { depth: number; index: number } | undefined {
    const index = this.items.findIndex(
      ({ alias, columns }) => (table === null || alias === table) && columns.includes(name),
    );
    if (index >= 0) return { depth, index };
    const found = this.up?.find(table, name, depth + 1);
    if (found) this.isCorrelated = true;
    return found;
  }

  /** Returns the source of this name in this query or an outer one. */
  source(
    alias: string,
  ):
    | { depth: number; index: number; columns: readonly string[]; table: string | null }
    | undefined {
    let depth = 0;
    for (let scope: Scope | null = this; scope; scope = scope.up, depth++) {
      const index = scope.items.findIndex((item) => item.alias === alias);
      if (index >= 0) {
        if (depth > 0) this.isCorrelated = true;
        const { columns, table } = scope.items[index] as (typeof scope.items)[number];
        return { depth, index, columns, table };
      }
    }
    return undefined;
  }
}
