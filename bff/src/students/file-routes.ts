import * as file from '@portal/contract/students/student-file';
import type { Bars, Notes } from '@portal/proto/identity/v1/student_files';
import { route } from '../http/route.ts';

const noteViews = ({ notes }: Notes): file.Note[] =>
  notes.map(({ id, text, pinned, author, createdAt, editedAt, actions }) => ({
    ...{ noteId: id, text, pinned, author },
    createdAt: (createdAt as Date).toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    actions: actions as file.Note['actions'],
  }));

const barViews = ({ bars }: Bars): file.Bar[] =>
  bars.map(({ id, levels, until, reason, setBy, setAt, liftedBy, liftedAt, state, actions }) => ({
    barId: id,
    levels: levels as file.BarLevel[],
    until: until ?? null,
    reason: reason ?? null,
    setBy,
    setAt: (setAt as Date).toISOString(),
    liftedBy: liftedBy ?? null,
    liftedAt: liftedAt?.toISOString() ?? null,
    state: state as file.Bar['state'],
    actions: actions as file.Bar['actions'],
  }));

export const studentFileRoutes = [
  route(file.getStudentFile, async ({ by }, { identity }) => {
    const { bars, notes } = await identity.files.getStudentFile({}, by);
    return { bars: barViews(bars ?? { bars: [] }), notes: notes ? noteViews(notes) : null };
  }),

  route(file.saveNote, async ({ input, by }, { identity }) => {
    const { noteId, text, pinned, strike = false } = input;
    const { notes } = await identity.files.saveNote({ noteId, text, pinned, strike }, by);
    return { notes: noteViews(notes ?? { notes: [] }) };
  }),

  route(file.setBar, async ({ input, student: id, by }, parts) => {
    const { levels = [], until, reason, barId } = input;
    const { bars } = await parts.identity.files.setBar({ levels, until, reason, barId }, by);
    const views = barViews(bars ?? { bars: [] });
    // an event tells them too; here it is waited for, so that nothing is bought or booked after
    // this answer. Where one of them is away the call is made again under its key.
    await Promise.all([
      parts.payments.projections.refreshStudent({}, by),
      parts.registration.projections.refreshStudent({}, by),
      ...(isSignInBarred(views) ? [parts.sessions.endAll({ kind: 'student', id })] : []),
    ]);
    return { bars: views };
  }),
];

const isSignInBarred = (bars: readonly file.Bar[]): boolean =>
  bars.some(({ state, levels }) => state === 'in_force' && levels.includes('sign_in'));
