import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { SignInBarred, StudentChanged, StudentFileChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import {
  barLevels,
  barRefusal,
  barredUntil,
  type NewBar,
  reasonErrors,
  stateOf,
} from '../students/bar-rules.ts';
import { touchStudent } from '../students/touch-student.ts';
import { type Bar, insertBar, listBars, noteLifted, writeBarred } from './bar-store.ts';
import { lockFile } from './lock-file.ts';

/** A new bar, or the lifting of one. */
export type BarInput = NewBar | { barId: number; reason: string };

/**
 * Bars the student in view, or lifts a bar, and gives all bars that the student ever had (C-O39,
 * Others hear of it by identity.student_changed. Refuses with student_not_found,
 * invalid, already_barred, bar_not_found, already_lifted or bar_of_blanking.
 */
export async function setBar(call: Call, wish: BarInput): Promise<Bar[]> {
  const studentId = studentInView(call.actor);
  await set(call, { ...wish, reason: wish.reason.trim().normalize('NFC'), studentId });
  return listBars(call.db, studentId);
}

const set = command(
  'setBar',
  async (tx: Tx, { studentId, ...wish }: BarInput & { studentId: number }) => {
    // bars are looked at before one is added: two who bar at once wait for one another
    await lockFile(tx, studentId);
    if ('barId' in wish) await liftBar(tx, studentId, wish);
    else await putBar(tx, studentId, wish);
  },
);

/** Adds a bar to those of a student whose file is held. Refuses with invalid or already_barred. */
export async function putBar(tx: Tx, studentId: number, wanted: NewBar): Promise<void> {
  const bar = { ...wanted, levels: barLevels.filter((level) => wanted.levels.includes(level)) };
  const refusal = barRefusal(bar, await listBars(tx, studentId), tx.now);
  if (refusal) throw refusal;
  await addBar(tx, studentId, bar);
}

/**
 * Adds a bar to those of a student whose file is held, also beside one with the same levels; gives
 * its id.
 */
export async function addBar(tx: Tx, studentId: number, bar: NewBar): Promise<number> {
  const id = await insertBar(tx, studentId, bar, tx.actor, tx.now);
  const { levels, until } = bar;
  const change = { levels, until, reason: 'written' };
  tx.audit({ op: 'insert', table: 'bar', id, studentId, change });
  if (bar.levels.includes('sign_in')) tx.emit(SignInBarred, { studentId });
  await writeEnds(tx, studentId);
  return id;
}

/**
 * Lifts a bar of a student whose file is held. Refuses with invalid, bar_not_found, already_lifted,
 * and with bar_of_blanking where a blanking that was not withdrawn needs it.
 */
export async function liftBar(
  tx: Tx,
  studentId: number,
  { barId, reason }: { barId: number; reason: string },
): Promise<void> {
  const [wrong] = reasonErrors(reason);
  if (wrong) throw invalid(wrong);
  const bar = (await listBars(tx, studentId)).find(({ id }) => id === barId);
  if (bar === undefined) throw domainError('bar_not_found');
  // a bar that has expired is over as well
  if (stateOf(bar, tx.now) !== 'in_force') throw domainError('already_lifted');
  if (bar.isOfBlanking) throw domainError('bar_of_blanking');
  await noteLifted(tx, barId, reason, tx.actor, tx.now);
  const change = { levels: bar.levels, lifted: true, reason: 'written' };
  tx.audit({ op: 'update', table: 'bar', id: barId, studentId, change });
  await writeEnds(tx, studentId);
}

async function writeEnds(tx: Tx, studentId: number): Promise<void> {
  await writeBarred(tx, studentId, barredUntil(await listBars(tx, studentId), tx.now));
  const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
  tx.emit(StudentChanged, { studentId, version });
  tx.emit(StudentFileChanged, { studentId });
}
