// Every button of the office states its effect, and irreversible actions need a confirmation.
import { expect, test } from '@jest/globals';
import { buttonsIn, officeButtons } from './office-buttons.ts';

/** Words that do not state an effect. */
const VAGUE =
  /^(Close|Open|OK|Okay|Submit|Yes|No|Done|Go|Apply|Confirm|Continue|Proceed|Next|Next step|Finish|Complete|Process|Execute|Run|Perform|Set|Reset|Change|Update|Start|Stop|End|Accept|Agree|Forget|Do it)[.!?]*$/i;

/** Vague labels that stay: `file: label` and why. */
const VAGUE_FOR_A_REASON: Readonly<Record<string, string>> = {
  'calendar/views/list-view.tsx: Open': 'opens a session in a dialog, sends nothing',
  'schools/account/card-payment-modal.tsx: Continue':
    'R-283 words it so; leads from the amount to the card',
  'schools/register/choose-step.tsx: Next Step': 'A-22 words it so; leads to the payment',
  'schools/sessions/cancel-seat-modal.tsx: Confirm':
    'M-40 words it so, below the title "Cancel exam" and beside "Keep exam"',
  'schools/sessions/sessions-step.tsx: Continue': 'A-22 words it so; leads to the exams',
  'security/add-method-modal.tsx: Continue': 'leads from the password to the set-up of a method',
  'security/sessions.tsx: End': 'O-13 words it so, in the row of the session that ends',
  'seminary/redemption-page.tsx: Continue': 'A-13 words it so; shows the courses, sends nothing',
  'shared/second-factor/set-up-method.tsx: Continue': 'leads from the scanned code to its check',
  'shared/students/student-modal.tsx: Confirm': 'M-30 words it so; leads to the review',
  'shared/table/data-table.tsx: Next': 'turns the page of a table',
};

/** Labels of changes that take something away. */
const DESTRUCTIVE =
  /^(Delete|Remove|Cancel|Call off|Refund|Discard|Strike out|Void|Withdraw|Revoke|End|Blank|Retire|Undo|Drop|Decline|Leave|Forget|Clear|Reset|Close booking|Rotate|Change to)\b/i;

/**
 * Destructive labels outside a dialog: `file: label`, and where the confirmation is or why there is
 * none.
 */
const ASKS_ELSEWHERE: Readonly<Record<string, string>> = {
  'calendar/day/session-day-page.tsx: Call off': 'opens the dialog that shows who is affected',
  'calendar/series/taken-days.tsx: Leave this day out': 'changes a series that was not made',
  'calendar/series/taken-days.tsx: Leave these … days out': 'changes a series that was not made',
  'data-requests/data-requests-page.tsx: Withdraw': 'opens the dialog that wants a reason',
  'history/history-filters.tsx: Clear': 'empties filters',
  'imports/earlier-imports.tsx: Undo until …': 'opens the dialog that counts the rows',
  'imports/result-step.tsx: Undo until …': 'opens the dialog that counts the rows',
  'lookup/info/charge-refund.tsx: Refund': 'opens the dialog that names the amount',
  'lookup/info/registrations-section.tsx: Clear online access':
    'opens the dialog of the registration',
  'lookup/info/registrations-section.tsx: Clear completed flag':
    'opens the dialog of the registration',
  'lookup/info/registrations-section.tsx: Cancel exam': 'opens the dialog of the registration',
  'lookup/info/registrations-section.tsx: Cancel session': 'opens the dialog of the registration',
  'lookup/info/registrations-section.tsx: Change to online': 'opens the dialog of the registration',
  'lookup/lookup-form.tsx: Clear': 'empties the fields of a search',
  'schools/register/choose-step.tsx: Clear selection': 'changes what the page shows',
  'schools/register/pay-step.tsx: Leave out …': 'changes an order that was not paid',
  'security/methods.tsx: Remove': 'opens the dialog that wants the password',
  'security/security-page.tsx: Forget all devices':
    'takes nothing away: each device needs the second step once more',
  'security/sessions.tsx: End': 'ends one session of the own account, which signs in again',
  'seminary/filter-form.tsx: Clear': 'empties filters',
  'student-file/accommodations-section.tsx: End accommodation':
    'opens the form that wants a reason and says what happens to bookings',
  'student-file/data-section.tsx: Blank person': 'opens the dialog that lists what is blanked',
  'support/support-page.tsx: Change to course': 'opens the question about the booked session',
  'webhooks/webhook-card.tsx: Remove': 'opens the question about the address',
  'webhooks/webhook-card.tsx: Rotate secret': 'opens the question about the secret',
};

const buttons = officeButtons();
const named = (isMeant: (label: string) => boolean, among = buttons): string[] => [
  ...new Set(
    among.flatMap(({ file, labels }) => labels.filter(isMeant).map((label) => `${file}: ${label}`)),
  ),
];

test('a button of the office that sends a change states its effect', () => {
  expect(buttons.length).toBeGreaterThan(120);
  const vague = named((label) => VAGUE.test(label));
  expect(vague.filter((one) => !Object.hasOwn(VAGUE_FOR_A_REASON, one))).toEqual([]);
  // no reason outlives its button
  expect(Object.keys(VAGUE_FOR_A_REASON).filter((one) => !vague.includes(one))).toEqual([]);
});

test('a destructive button is in a dialog, or opens one', () => {
  const outside = buttons.filter(({ isInDialog }) => !isInDialog);
  const destructive = named((label) => DESTRUCTIVE.test(label), outside);
  expect(destructive.filter((one) => !Object.hasOwn(ASKS_ELSEWHERE, one))).toEqual([]);
  expect(Object.keys(ASKS_ELSEWHERE).filter((one) => !destructive.includes(one))).toEqual([]);
});

test.each([
  ['a change', '<Button onClick={() => save.mutate({ id })}>Close</Button>', ['Close']],
  ['a form', '<Button type="submit">{isNew ? "OK" : "Save"}</Button>', ['OK', 'Save']],
  ['a handler of the page', '<Button onClick={run}>Go</Button>', ['Go']],
  ['an icon', '<ActionIcon aria-label="Apply" onClick={apply}><IconX /></ActionIcon>', ['Apply']],
  [
    'a constant',
    'const verb = isEnd ? "End" : "Keep"; <Button type="submit">{verb}</Button>',
    ['End', 'Keep'],
  ],
  ['a table', 'const LABELS = { a: "Set" }; <Button onClick={run}>{LABELS[a]}</Button>', ['Set']],
  ['a question', '<ConfirmModal confirm="Yes" onConfirm={run} />', ['Yes']],
  ['closing alone', '<Button onClick={onClose}>Close</Button>', []],
  ['a state of the page', '<Button onClick={() => setOpen(true)}>OK</Button>', []],
])('the check reads the labels of %s', (_what, code, labels) => {
  expect(buttonsIn(code).flatMap((button) => button.labels)).toEqual(labels);
});

test('recognizes a dialog by its frame', () => {
  const button = '<Button onClick={() => remove.mutate({})}>Remove</Button>';
  const [inside, outside] = [`<ModalFrame foot={<>${button}</>} />`, `<div>${button}</div>`];
  expect(buttonsIn(inside).map(({ isInDialog }) => isInDialog)).toEqual([true]);
  expect(buttonsIn(outside).map(({ isInDialog }) => isInDialog)).toEqual([false]);
});
