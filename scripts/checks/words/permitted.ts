/** Hits of word rules that stay, with the reason. */
export interface PermittedWords {
  /** A file, or a folder that ends with a slash. */
  readonly path: string;
  /** Names of rules, separated by spaces; `*` permits all. */
  readonly rules: string;
  readonly reason: string;
}

/** Returns whether an entry permits hits of a rule in a file. */
export const isPermitted = ({ path, rules }: PermittedWords, file: string, rule: string): boolean =>
  (file === path || (path.endsWith('/') && file.startsWith(path))) &&
  (rules === '*' || rules.split(' ').includes(rule));

/** At most 60 entries; entries that permit nothing fail `npm run lint`. */
export const permitted: readonly PermittedWords[] = [
  {
    path: 'web/src/users/reset-factors-modal.tsx',
    rules: 'long-line',
    reason: 'a text for staff',
  },
  {
    path: 'web/src/admission/admission-page.tsx',
    rules: 'literal-spread',
    reason: 'a filtered list, spread',
  },
  {
    path: 'web/src/exams/page/exam-row.tsx',
    rules: 'literal-spread',
    reason: 'a filtered list, spread',
  },
  {
    path: 'web/src/app/session/session-ends.tsx',
    rules: 'asked',
    reason: 'a text for people',
  },
  {
    path: 'web/src/reconciliation/day-page.tsx',
    rules: 'asked',
    reason: 'a text for staff',
  },
  {
    path: 'web/src/security/',
    rules: 'asked',
    reason: 'texts for staff',
  },
  {
    path: 'web/src/student-file/data-section.tsx',
    rules: 'asked',
    reason: 'a text for staff',
  },
  {
    path: 'bff/src/data-requests/data-pdf.ts',
    rules: 'asked',
    reason: 'a text for students',
  },
  {
    path: 'bff/src/finder/merge-found.test.ts',
    rules: 'literal-spread',
    reason: 'a mapped list, spread',
  },
  {
    path: 'bff/src/testing/every-call/roles.test.ts',
    rules: 'literal-spread',
    reason: 'a mapped list, spread',
  },
  {
    path: 'charts/portal/ci/options.chart.test.ts',
    rules: 'literal-spread part',
    reason: "a mapped list, spread; `parts` is a key of the chart's values",
  },
  {
    path: 'services/registration/src/platform/personal-data/check-blanking.parts.test.ts',
    rules: 'literal-spread',
    reason: 'a mapped list, spread',
  },
  {
    path: 'scripts/test/jest/config.mjs',
    rules: 'part',
    reason: 'quotes the name of a kind of tests',
  },
];
