import type { Change, Context, Table, Trigger } from '../storage/catalog.ts';
import type { Row } from '../storage/values.ts';

type Event = 'insert' | 'update' | 'delete';
const triggersOf = (
  table: Table,
  event: Event,
  changed: readonly string[] | null,
  kind: (trigger: Trigger) => boolean,
): Trigger[] =>
  table.triggers.filter(
    (trigger) =>
      trigger.events.has(event) &&
      kind(trigger) &&
      (event !== 'update' ||
        trigger.columns === null ||
        trigger.columns.some((column) => changed?.includes(column))),
  );

/** The triggers of a statement, at their times. */
export class Firing {
  private readonly table: Table;
  private readonly event: Event;
  private readonly changed: readonly string[] | null;

  constructor(table: Table, event: Event, changed: readonly string[] | null) {
    this.table = table;
    this.event = event;
    this.changed = changed;
  }

  private fire(trigger: Trigger, ctx: Context, change: Change): Row | null {
    if (trigger.when && !trigger.when(ctx, change)) return change.new;
    const procedure = ctx.catalog.functions.get(trigger.function);
    if (!procedure) throw new Error(`function ${trigger.function} does not exist`);
    return procedure.fire(change, trigger.addedAs, ctx);
  }

  private of(kind: (trigger: Trigger) => boolean): Trigger[] {
    return triggersOf(this.table, this.event, this.changed, kind);
  }

  beforeStatement(ctx: Context): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => isBefore && !isForRow))
      this.fire(trigger, ctx, { old: null, new: null, added: [], table: this.table });
  }

  /** Returns the row to write; null: skip it. */
  beforeRow(ctx: Context, old: Row | null, row: Row): Row | null {
    let current: Row | null = row;
    for (const trigger of this.of(({ isBefore, isForRow }) => isBefore && isForRow)) {
      current = this.fire(trigger, ctx, { old, new: current, added: [], table: this.table });
      if (current === null) return null;
    }
    return current;
  }

  afterRow(ctx: Context, old: Row | null, row: Row | null): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => !isBefore && isForRow)) {
      const change = { old, new: row, added: [], table: this.table };
      if (trigger.isDeferred) ctx.tx.deferred.push(() => void this.fire(trigger, ctx, change));
      else ctx.after.push(() => void this.fire(trigger, ctx, change));
    }
  }

  afterStatement(ctx: Context, added: readonly Row[]): void {
    for (const trigger of this.of(({ isBefore, isForRow }) => !isBefore && !isForRow)) {
      const change = { old: null, new: null, added, table: this.table };
      ctx.after.push(() => void this.fire(trigger, ctx, change));
    }
  }
}
