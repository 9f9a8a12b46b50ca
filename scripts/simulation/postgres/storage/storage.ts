import { keyOf, type Row, type Value } from './values.ts';

/** The server's four strengths of row locks. */
export const LOCK = { keyShare: 1, share: 2, noKeyUpdate: 3, update: 4 } as const;
export type LockMode = (typeof LOCK)[keyof typeof LOCK];

/** Returns whether two modes conflict. */
const conflicts = (a: LockMode, b: LockMode): boolean =>
  a === LOCK.update ||
  b === LOCK.update ||
  (a === LOCK.noKeyUpdate && b >= LOCK.share) ||
  (b === LOCK.noKeyUpdate && a >= LOCK.share);

interface Draft {
  cid: number;
  data: Row | null;
}
interface Version {
  csn: number;
  data: Row | null;
}

/**
 * The state that a statement sees: rows committed up to `csn`, and its own transaction's before
 * `cid`.
 */
export interface Snapshot {
  tx: Transaction;
  csn: number;
  cid: number;
}

/** Thrown by a statement that has to wait for the end of a transaction; it runs again then. */
export class MustWait {
  readonly holder: Transaction;
  constructor(holder: Transaction) {
    this.holder = holder;
  }
}

/** A row with its versions. */
export class Tuple {
  readonly table: Store;
  committed: Version[] = [];
  drafts: Draft[] = [];
  writer: Transaction | null = null;
  locks: Map<Transaction, LockMode> | null = null;

  constructor(table: Store) {
    this.table = table;
  }

  seenBy({ tx, csn, cid }: Snapshot): Row | null {
    if (this.writer === tx)
      for (let i = this.drafts.length - 1; i >= 0; i--) {
        const draft = this.drafts[i] as Draft;
        if (draft.cid < cid) return draft.data;
      }
    for (let i = this.committed.length - 1; i >= 0; i--) {
      const version = this.committed[i] as Version;
      if (version.csn <= csn) return version.data;
    }
    return null;
  }

  /** Returns the newest version, for a transaction that has locked the row. */
  newestFor(tx: Transaction): Row | null {
    if (this.writer === tx && this.drafts.length > 0) return (this.drafts.at(-1) as Draft).data;
    return this.committed.at(-1)?.data ?? null;
  }

  /** Returns whether an earlier command of the transaction changed it. */
  changedIn({ tx, cid }: Snapshot): boolean {
    return this.writer === tx && (this.drafts.at(-1)?.cid ?? -1) >= cid;
  }

  /** Returns the transaction that blocks this lock; null: none. */
  blockerOf(tx: Transaction, mode: LockMode): Transaction | null {
    if (this.locks)
      for (const [holder, held] of this.locks)
        if (holder !== tx && conflicts(held, mode)) return holder;
    return null;
  }

  lock(tx: Transaction, mode: LockMode): void {
    const blocker = this.blockerOf(tx, mode);
    if (blocker) throw new MustWait(blocker);
    this.locks ??= new Map();
    const held = this.locks.get(tx);
    if (held !== undefined && held >= mode) return;
    this.locks.set(tx, mode);
    tx.locked.add(this);
  }

  write({ tx, cid }: Snapshot, data: Row | null): void {
    this.writer = tx;
    this.drafts.push({ cid, data });
    tx.written.push(this);
    if (data) this.table.index(this, data);
  }
}

/** A transaction at the server. */
export class Transaction {
  readonly id: number;
  cid = 1;
  readonly written: Tuple[] = [];
  readonly locked = new Set<Tuple>();
  readonly advisory = new Set<string>();
  /** Constraint triggers and checks that are deferred to the commit. */
  readonly deferred: (() => void)[] = [];
  readonly startedAt: number;

  constructor(id: number, startedAt: number) {
    this.id = id;
    this.startedAt = startedAt;
  }
}

/** The rows of a table, searchable by indexed columns. */
export class Store {
  readonly name: string;
  readonly tuples = new Set<Tuple>();
  readonly byColumn = new Map<string, Map<string | number | null, Set<Tuple>>>();

  constructor(name: string) {
    this.name = name;
  }

  indexColumn(column: string): void {
    if (!this.byColumn.has(column)) this.byColumn.set(column, new Map());
  }

  index(tuple: Tuple, data: Row): void {
    for (const [column, byKey] of this.byColumn) {
      const key = keyOf(data[column] ?? null);
      const found = byKey.get(key);
      if (found) found.add(tuple);
      else byKey.set(key, new Set([tuple]));
    }
  }

  find(column: string, value: Value): ReadonlySet<Tuple> {
    return this.byColumn.get(column)?.get(keyOf(value)) ?? EMPTY;
  }

  /** Removes a row that no transaction sees any more. */
  forget(tuple: Tuple): void {
    this.tuples.delete(tuple);
    for (const { data } of tuple.committed)
      if (data)
        for (const [column, byKey] of this.byColumn)
          byKey.get(keyOf(data[column] ?? null))?.delete(tuple);
  }
}
const EMPTY: ReadonlySet<Tuple> = new Set();

/**
 * The state that transactions of a database share: the order of commits, and which of them wait for
 * others.
 */
export class Ledger {
  csn = 1;
  private lastId = 0;
  readonly open = new Set<Transaction>();
  readonly advisory = new Map<string, Transaction>();
  /** Snapshots of statements that wait. */
  readonly held = new Set<Snapshot>();

  begin(at: number): Transaction {
    const tx = new Transaction(++this.lastId, at);
    this.open.add(tx);
    return tx;
  }

  commit(tx: Transaction): void {
    if (tx.written.length > 0) {
      const csn = this.csn + 1;
      let oldest = csn;
      for (const snapshot of this.held) oldest = Math.min(oldest, snapshot.csn);
      for (const tuple of tx.written) {
        const last = tuple.drafts.at(-1);
        if (tuple.writer !== tx || !last) continue;
        tuple.drafts = [];
        tuple.writer = null;
        if (last.data === null && oldest === csn) tuple.table.forget(tuple);
        tuple.committed.push({ csn, data: last.data });
        prune(tuple, oldest);
      }
      this.csn = csn;
    }
    this.end(tx);
  }

  rollback(tx: Transaction): void {
    for (const tuple of tx.written) undraft(tuple, tx, 0);
    this.end(tx);
  }

  /** Undoes the changes of a statement that failed or runs again. */
  undo(tx: Transaction, writtenBefore: number, deferredBefore: number): void {
    const undone = tx.written.splice(writtenBefore);
    const kept = new Map<Tuple, number>();
    for (const tuple of tx.written) kept.set(tuple, (kept.get(tuple) ?? 0) + 1);
    for (const tuple of new Set(undone)) undraft(tuple, tx, kept.get(tuple) ?? 0);
    tx.deferred.splice(deferredBefore);
  }

  private end(tx: Transaction): void {
    for (const tuple of tx.locked) {
      tuple.locks?.delete(tx);
      if (tuple.locks?.size === 0) tuple.locks = null;
    }
    for (const key of tx.advisory) this.advisory.delete(key);
    this.open.delete(tx);
  }
}

function undraft(tuple: Tuple, tx: Transaction, keep: number): void {
  if (tuple.writer !== tx) return;
  tuple.drafts.splice(keep);
  if (tuple.drafts.length > 0) return;
  tuple.writer = null;
  if (tuple.committed.length === 0) tuple.table.tuples.delete(tuple);
}

/** Removes versions that no snapshot reads. */
function prune(tuple: Tuple, oldest: number): void {
  let first = tuple.committed.length - 1;
  while (first > 0 && (tuple.committed[first] as Version).csn > oldest) first--;
  if (first > 0) tuple.committed.splice(0, first);
}
