export const chunkGroups = ['base', 'frame', 'forms', 'lists'] as const;
export type ChunkGroup = (typeof chunkGroups)[number];

/**
 * Our modules that many pages need, by chunk, as beginnings of their paths in the repository.
 * `base`: modules of every page. `frame`: placeholders and error notices of pages and dialogs.
 * `forms`: input fields, on the sign-in pages and elsewhere. `lists`: modules that the exam list,
 * the first page of a student, shares with other pages. A test demands that each path names a file.
 */
export const ownModules: Readonly<Record<ChunkGroup, readonly string[]>> = {
  base: [
    'web/src/shared/api/calls.ts',
    'web/src/shared/api/client.ts',
    'web/src/shared/api/served-config.ts',
    'web/src/shared/language/locale.ts',
    'web/src/shared/language/jsx-runtime.he.ts',
    'web/src/shared/page/use-title.ts',
    'web/src/shared/session/session.ts',
    'web/src/shared/ui/server-text.ts',
    'bff/contract/days.ts',
    'proto/access/roles.ts',
    'proto/access/text/normalize-text.ts',
  ],
  frame: [
    'web/src/shared/dialogs/lazy-dialog.',
    'web/src/shared/page/mark.',
    'web/src/shared/ui/feedback.',
    'web/src/app/theme/student-shell.module.css',
    'web/src/shared/sign-in/sign-in-frame.module.css',
  ],
  forms: [
    'web/src/shared/forms/bot-check/',
    'web/src/shared/forms/fields',
    'web/src/shared/forms/masked-input',
    'web/src/shared/forms/masks',
    'web/src/shared/forms/show-password',
    'web/src/shared/forms/use-fields',
    'web/src/shared/office/office.ts',
    'web/src/shared/sign-in/',
    'bff/contract/office.ts',
    'proto/access/text/person-rules.ts',
  ],
  lists: [
    'web/src/shared/api/student.ts',
    'web/src/shared/exams/announced-changes',
    'web/src/shared/exams/exam-rows',
    'web/src/shared/exams/exams-news',
    'web/src/shared/exams/vendor-tile',
    'web/src/shared/format/dates',
    'web/src/shared/format/money',
    'web/src/shared/live/listen-to',
    'web/src/shared/page/use-after-pause',
    'web/src/shared/page/use-now',
    'web/src/shared/payments/prices-not-set',
    'web/src/shared/sessions/calendar-tile',
    'web/src/shared/sessions/open-sessions',
    'web/src/shared/sessions/place-text',
    'web/src/shared/ui/coin',
    'web/src/shared/ui/tone-badge',
    'web/src/shared/waiting-list/answered-offer',
    'web/src/shared/waiting-list/offer-banner',
    'web/src/shared/waiting-list/waiting-calls',
    'web/src/shared/waiting-list/waiting-list.module',
    'web/src/app/live/',
    'web/src/app/menu/notices',
    'web/src/exams/api.ts',
    'web/src/online/api.ts',
    'bff/contract/exams/action-of.ts',
    'bff/contract/exams/exam-search.ts',
    'bff/contract/exams/exam-view.ts',
    'bff/contract/exams/get-or-buy.ts',
    'bff/contract/exams/grade-status.ts',
    'bff/contract/payments/credit-totals.ts',
  ],
};

/** Returns whether a module belongs to a chunk. `id` is its absolute path. */
export const isOwnModule = (group: ChunkGroup, id: string): boolean =>
  ownModules[group].some((path) => id.includes(`/${path}`));
