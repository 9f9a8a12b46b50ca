import { parseArgs } from 'node:util';
import { UserError } from '../start/user-error.ts';
import type { PlaceOptions } from './place/find-place.ts';
import type { LoadRun } from './run-load.ts';
import { type Scenario, type ScenarioName, scenarios, secondsOf } from './scenarios.ts';

/** The run that the command line describes. */
export interface Command {
  readonly run: LoadRun;
  readonly place: PlaceOptions;
  /** File of the report; by default one in .data/load. */
  readonly report: string | undefined;
}

/** Options beside the scenario: the word that follows each, and its meaning. */
const options = {
  against: ['URL', 'a portal that runs; without it one is started, on DATA_DIR with SEED if set'],
  rate: ['N', 'iterations a second at the peak'],
  duration: ['T', 'how long: 90s, 2m, 1h'],
  slack: ['N', 'limits on time times so much; none: only what is right counts'],
  users: ['FILE', 'students who sign in, [{ "email", "password" }]; needed for a cluster'],
  prometheus: ['URL', 'where the metrics of a cluster are'],
  selector: ['TEXT', 'narrows Prometheus to one portal, as namespace="portal"'],
  'mail-url': ['URL', 'an inbox as npm start has one, for sign-up against a cluster'],
  'cards-url': ['URL', "the processor's test system, for purchases against a cluster"],
  session: ['ID', 'hot-session against a cluster: the session'],
  seats: ['N', 'hot-session: its free seats'],
  pages: ['N', 'live-pages: how many are open (10000)'],
  changes: ['N', 'live-pages: changes a second (5)'],
  'memory-growth': ['N', 'MB an hour that a process may grow (30)'],
  report: ['FILE', 'the report, .html; its figures go beside it as .json'],
} as const;
type Option = keyof typeof options;

/** The portal ends a sign-in after 8 hours, and people sign in before a run. */
const MAX_SECONDS = 7 * 3600;

/** Returns the help text of `npm run load`. */
export function help(): string {
  const list = (rows: readonly (readonly [string, string])[]) => {
    const width = Math.max(...rows.map(([word]) => word.length));
    return rows.map(([word, meaning]) => `  ${word.padEnd(width)}  ${meaning}`).join('\n');
  };
  return [
    'npm run load -- <scenario> [options]',
    '',
    list(
      Object.entries(scenarios).map(([name, { does, rate, duration }]) => [
        name,
        `${does} (${rate} a second, ${duration})`,
      ]),
    ),
    '',
    list(Object.entries(options).map(([name, [word, does]]) => [`--${name} ${word}`, does])),
    '',
    'STAFF_LOGIN and STAFF_PASSWORD name a login of the office ' +
      'where the demo data has not made one.',
    'Exit code 0: every limit kept; 1: one missed; 2: it could not be run.',
  ].join('\n');
}

function numberOf(text: string | undefined, name: Option, fallback: number): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new UserError(`--${name} must be a number above 0, not "${text}".`);
}

/** Parses the command line into a run or the help text. Throws a UserError when it is invalid. */
export function readCommand(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command | string {
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') return help();
  const { values, positionals } = parsed(words);
  const [name = '', ...more] = positionals;
  if (!(name in scenarios) || more.length > 0)
    throw new UserError(`Which scenario? One of ${Object.keys(scenarios).join(', ')}.`);
  const scenario: Scenario = scenarios[name as ScenarioName];
  const seconds = secondsOf(values.duration ?? scenario.duration);
  if (!(seconds >= 1)) throw new UserError('--duration must be like 90s, 2m or 1h.');
  if (seconds > MAX_SECONDS)
    throw new UserError('A run takes at most 7h: the portal ends sign-ins after 8 hours.');
  const { STAFF_LOGIN: login, STAFF_PASSWORD: password } = env;
  if (values.session !== undefined && values.seats === undefined)
    throw new UserError('--session needs --seats: how many of its seats are free.');
  const given = (option: Option): number | undefined =>
    values[option] === undefined ? undefined : numberOf(values[option], option, 0);
  return {
    run: {
      scenario: name as ScenarioName,
      rate: numberOf(values.rate, 'rate', scenario.rate),
      seconds,
      slack: values.slack === 'none' ? null : numberOf(values.slack, 'slack', 1),
      usersFile: values.users,
      pages: numberOf(values.pages, 'pages', 10_000),
      changes: numberOf(values.changes, 'changes', 5),
      seats: given('seats'),
      session: given('session'),
      memoryMbPerHour: numberOf(values['memory-growth'], 'memory-growth', 30),
      staff: login && password ? { login, password } : undefined,
    },
    place: {
      against: values.against,
      prometheus: values.prometheus,
      selector: values.selector,
      mailUrl: values['mail-url'],
      cardsUrl: values['cards-url'],
    },
    report: values.report,
  };
}

function parsed(words: readonly string[]): {
  values: Partial<Record<Option, string>>;
  positionals: readonly string[];
} {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.keys(options).map((name) => [name, { type: 'string' as const }]),
      ),
    }) as { values: Partial<Record<Option, string>>; positionals: string[] };
  } catch (error) {
    throw new UserError((error as Error).message);
  }
}
