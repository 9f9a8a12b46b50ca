import { randomUUID } from 'node:crypto';
import * as file from '@portal/contract/students/student-file';
import { dayInNewYork } from '@portal/kit/clock';
import type { Accommodations, Bars, Notes } from '@portal/proto/identity/v1/student_files';
import type { SessionProblem } from '@portal/proto/registration/v1/accommodations';
import { inOnePiece, Streamed, savedAs } from '../http/files/streamed.ts';
import { route } from '../http/route.ts';

const noteViews = ({ notes }: Notes): file.Note[] =>
  notes.map(({ id, text, pinned, author, createdAt, editedAt, actions, ...struck }) => ({
    noteId: id,
    text,
    pinned,
    author,
    createdAt: (createdAt as Date).toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    actions: actions as file.Note['actions'],
    struckAt: struck.struckAt?.toISOString() ?? null,
    struckBy: struck.struckBy || null,
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

const accommodationViews = ({ accommodations = [] }: Partial<Accommodations> = {}) =>
  accommodations.map(
    ({ id, kind, percent, minutes, text, validUntil, approvedBy, state, actions, ...one }) => ({
      ...one,
      accommodationId: id,
      kind: kind as file.AccommodationKind,
      percent: percent ?? null,
      minutes: minutes ?? null,
      text: text ?? null,
      validUntil: validUntil ?? null,
      approvedBy: approvedBy ?? null,
      state: state as file.Accommodation['state'],
      actions: actions as file.Accommodation['actions'],
    }),
  );

export const studentFileRoutes = [
  route(file.getStudentFile, async ({ by }, { identity, registration }) => {
    const [{ bars, notes, accommodations }, { absent, lastAbsent }] = await Promise.all([
      identity.files.getStudentFile({}, by),
      registration.sessionDay.getStudentAttendance({}, by),
    ]);
    return {
      bars: barViews(bars ?? { bars: [] }),
      notes: notes ? noteViews(notes) : null,
      accommodations: accommodationViews(accommodations),
      attendance: { absent, lastAbsent: lastAbsent ?? null },
    };
  }),

  route(file.saveNote, async ({ input, by }, { identity }) => {
    const { noteId, text, pinned, strike = false } = input;
    const { notes } = await identity.files.saveNote({ noteId, text, pinned, strike }, by);
    return { notes: noteViews(notes ?? { notes: [] }) };
  }),

  route(file.setBar, async ({ input, student: id, by }, context) => {
    const { levels = [], until, reason, barId } = input;
    const { bars } = await context.identity.files.setBar({ levels, until, reason, barId }, by);
    const views = barViews(bars ?? { bars: [] });
    // An event reaches them too. Waiting for it here lets no purchase or booking begin after this
    // answer; if a service is unavailable, the call is repeated under its key.
    await Promise.all([
      context.payments.projections.refreshStudent({}, by),
      context.registration.projections.refreshStudent({}, by),
      ...(isSignInBarred(views) ? [context.sessions.endAll({ kind: 'student', id })] : []),
    ]);
    return { bars: views };
  }),

  route(file.saveAccommodation, async ({ input, file: document, by }, { identity }) => {
    const { version = 0, ...form } = input;
    const { accommodations } = await identity.files.saveAccommodation(
      { ...form, version, document: document ?? undefined },
      by,
    );
    return { accommodations: accommodationViews(accommodations) };
  }),

  route(file.decideAccommodation, async ({ input, by }, context) => {
    const { dryRun = false, ...wish } = input;
    const { studentId, accommodations, before, after } =
      await context.identity.files.decideAccommodation({ ...wish, dryRun }, by);
    const about = { ...by, actor: { ...by.actor, studentId } };
    // bookings are recalculated, and the next started exam gets its minutes from it
    if (!dryRun) await context.registration.projections.refreshStudent({}, about);
    const { sessions } = await context.registration.accommodations.compareSessions(
      { studentId, before, after },
      by,
    );
    return {
      accommodations: accommodationViews(accommodations),
      sessions: sessions.map(({ sessionId, startsAt, endsAt, problem }) => ({
        testSessionId: sessionId,
        date: dayInNewYork(startsAt as Date),
        endsAt: (endsAt as Date).toISOString(),
        problem: problem ? problemText(problem) : null,
      })),
    };
  }),

  route(file.accommodationDocument, async ({ input, by }, { identity }) => {
    // it is noted who opened it, each time
    const { document } = await identity.files.openDocument(input, { ...by, key: randomUUID() });
    const { name, content } = document ?? { name: 'document', content: Buffer.alloc(0) };
    return new Streamed(file.accommodationDocument.file, inOnePiece(content), savedAs(name));
  }),
];

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
});
const problemText = ({ kind, at }: SessionProblem): string => {
  if (kind === 'no_special_place' || at === undefined) return 'No special place is left.';
  const time = clock.format(at).replace('\u202f', ' ');
  return kind === 'branch_closes'
    ? `The branch closes at ${time}.`
    : `Its room is used by another session from ${time}.`;
};

const isSignInBarred = (bars: readonly file.Bar[]): boolean =>
  bars.some(({ state, levels }) => state === 'in_force' && levels.includes('sign_in'));
