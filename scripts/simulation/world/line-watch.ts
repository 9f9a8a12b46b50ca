import { dayInNewYork } from '@portal/kit/clock';
import type { Granted } from '../../../services/registration/src/records/accommodations/exam-minutes.ts';
import { needsSpecialPlace } from '../../../services/registration/src/records/accommodations/special-place.ts';
import { TOLD } from '../../../services/registration/src/sessions/waiting-list-commands/change-waiting.ts';
import type { Server } from '../postgres/server.ts';
import type { Tuple } from '../postgres/storage.ts';
import { Json, type Row } from '../postgres/values.ts';
import { apply, copyOf, emptyLine, hasPlace, isOpen, type Kind, type Line } from './line.ts';
import { LINE_RULES, type LineChange, type Wrong } from './line-rules.ts';

/** How often each entry came to a state, by the entry's id. */
export type Told = Map<number, number>;

/** Table and column that name the session of a row. */
const SESSION_OF: Readonly<Record<string, string>> = {
  session: 'id',
  student_session: 'session_id',
  seat_hold: 'session_id',
  waiting_entry: 'session_id',
};

/** Looks at every commit of the registration service, at what it makes of lines. */
export class LineWatch {
  /** Rules that did not hold, with what broke them. */
  readonly broken: Record<string, Wrong[]> = {};
  /** Changes of entries that others have to be told of. */
  readonly joined: Told = new Map();
  readonly offered: Told = new Map();
  readonly withdrawn: Told = new Map();
  readonly accepted: Told = new Map();
  readonly ended: Told = new Map();
  private readonly server: Server;
  private readonly rows = new Map<Tuple, Row>();
  private readonly lines = new Map<number, Line>();
  private readonly hadPlace = new Set<number>();
  /** Entries for which something else was free, or which could not be offered it, since they joined. */
  private readonly changed = new Set<number>();
  /** Students as the service knows them. */
  private readonly students = new Map<number, Row>();

  constructor(server: Server) {
    this.server = server;
    server.onCommit = (written) => this.see(written);
  }

  /** How a session stands. */
  of(sessionId: number): Line {
    return this.lines.get(sessionId) ?? emptyLine();
  }

  /**
   * Whether an entry waited for the same all along, and nothing kept it from being offered that. What
   * became free for all before that is no wrong.
   */
  hasWaited(entryId: number): boolean {
    return !this.changed.has(entryId);
  }

  /** What a student takes of a session, by what the service knows to be granted. R-540 */
  private kindFor(student: number, { session }: Line): Kind {
    const granted = this.students.get(student)?.['accommodations'] as Json | undefined;
    const day = dayInNewYork(session?.['starts_at'] as Date);
    return needsSpecialPlace((granted?.value ?? []) as Granted[], day) ? 'special' : 'seat';
  }

  private see(written: ReadonlySet<Tuple>): void {
    const touched = new Map<number, Line>();
    const officeOffers = new Set<number>();
    let isByStudent = false;
    for (const tuple of written) {
      const table = tuple.table.name;
      const row = tuple.committed.at(-1)?.data ?? null;
      if (table === 'audit' && row) {
        if (isOfficeOffer(row)) officeOffers.add(Number(row['row_id']));
        isByStudent ||= row['actor_kind'] === 'student';
      }
      if (table === 'student_copy' && row) this.know(row);
      const key = SESSION_OF[table];
      if (key === undefined) continue;
      const old = this.rows.get(tuple) ?? null;
      if (row) this.rows.set(tuple, row);
      else this.rows.delete(tuple);
      const id = Number((row ?? old)?.[key]);
      const after = touched.get(id) ?? copyOf(this.of(id));
      touched.set(id, after);
      apply(after, table, old, row);
    }
    for (const [id, after] of touched) {
      const before = this.of(id);
      this.lines.set(id, after);
      this.look(before, after, { isByOffice: officeOffers.has(id), isByStudent });
    }
  }

  private know(row: Row): void {
    const id = Number(row['id']);
    this.students.set(id, row);
    for (const { entries } of this.lines.values())
      for (const entry of entries.values())
        if (entry.student_id === id && isOpen(entry)) this.changed.add(entry.id);
  }

  private look(
    before: Line,
    after: Line,
    by: Pick<LineChange, 'isByOffice' | 'isByStudent'>,
  ): void {
    const isForOthers = before.session?.['gender'] !== after.session?.['gender'];
    for (const entry of after.entries.values())
      if (isForOthers || entry.skipped !== null) this.changed.add(entry.id);
    for (const entry of after.entries.values())
      if (isOpen(before.entries.get(entry.id) ?? entry) && hasPlace(after, entry.student_id))
        this.hadPlace.add(entry.id);
    this.count(before, after);
    const change = {
      before,
      after,
      ...by,
      now: this.server.around.clock(),
      hadPlace: this.hadPlace,
      kindFor: (student: number) => this.kindFor(student, after),
      genderOf: (student: number) => this.students.get(student)?.['gender'] as string | undefined,
      statusOf: (id: number) =>
        this.server.read<{ status: string }>('SELECT status FROM registration WHERE id = $1', [
          id,
        ])[0]?.status ?? '',
    };
    for (const [name, rule] of Object.entries(LINE_RULES)) {
      const wrong = rule(change);
      if (wrong.length > 0) this.broken[name] = [...(this.broken[name] ?? []), ...wrong];
    }
  }

  private count(before: Line, after: Line): void {
    const add = (told: Told, id: number) => told.set(id, (told.get(id) ?? 0) + 1);
    for (const { id, state } of after.entries.values()) {
      const was = before.entries.get(id)?.state;
      if (was === state) continue;
      if (was === undefined) add(this.joined, id);
      else if (state === 'offered') add(this.offered, id);
      else if (state === 'waiting') add(this.withdrawn, id);
      else if (state === 'accepted') add(this.accepted, id);
      else add(this.ended, id);
    }
  }
}

/** Whether a row of the audit says that the office offered a place of a session out of turn. */
function isOfficeOffer({ table_name, change }: Row): boolean {
  const said = change instanceof Json ? (change.value as Record<string, unknown> | null) : null;
  return table_name === 'session' && said?.['waitingList'] === TOLD.offerNow;
}
