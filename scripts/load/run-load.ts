import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fairnessVerdict, readQueuedPeople, withoutQueueLines } from './fairness.ts';
import { observedBetween } from './metrics/histograms.ts';
import { useOf } from './metrics/processes.ts';
import { type Recording, startRecording } from './metrics/recording.ts';
import type { LoadPlace } from './place/load-place.ts';
import {
  makeHotSession,
  makeOpenSessions,
  makeStudents,
  readUsers,
  type User,
  useOperator,
} from './place/prepare.ts';
import type { Outcome, PortalFigures } from './report/outcome.ts';
import { Timeline } from './report/timeline.ts';
import { memoryVerdicts, type Summary, streamVerdicts, verdictsOf } from './report/verdicts.ts';
import { type LoadSettings, runScenario } from './run-k6.ts';
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts';
import { holdStreams, PAGES_PER_SIGN_IN, type StreamFigures } from './streams/hold-streams.ts';

/** The run's scenario and its options. */
export interface LoadRun {
  readonly scenario: ScenarioName;
  readonly rate: number;
  readonly seconds: number;
  /** Null: only what is right counts, no time. */
  readonly slack: number | null;
  /** Students of a file; else the run makes its own. */
  readonly usersFile?: string | undefined;
  /** For live-pages: number of open pages, and changes a second. */
  readonly pages: number;
  readonly changes: number;
  /** For hot-session: seats, and the session if the run does not create one. */
  readonly seats?: number | undefined;
  readonly session?: number | undefined;
  /** MB an hour that a process may grow. */
  readonly memoryMbPerHour: number;
  readonly staff?: { readonly login: string; readonly password: string } | undefined;
}

/** Seats of a hot session, as a share of its students. */
const SEATS_SHARE = 0.2;
/** Number of students who make changes while pages are open. */
const CHANGERS = 200;

/** Describes the processors and memory of this machine. */
function machineText(): string {
  const model = cpus()[0]?.model ?? 'CPU';
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

/** Runs a scenario against a portal. Throws where it could not be run at all. */
export async function runLoad(
  run: LoadRun,
  place: LoadPlace,
  report: (line: string) => void,
): Promise<Outcome> {
  const scenario: Scenario = scenarios[run.scenario];
  const folder = mkdtempSync(join(tmpdir(), 'portal-load-run-'));
  try {
    const { users, settings, changers } = await prepare(run, scenario, place, report);
    const usersFile = join(folder, 'users.json');
    const summaryFile = join(folder, 'summary.json');
    writeFileSync(usersFile, JSON.stringify(users));
    const timeline = new Timeline(run.seconds);
    const at = new Date().toISOString();
    const held =
      scenario.needs === 'streams'
        ? await holdStreams({
            url: place.url,
            users,
            changers,
            pages: run.pages,
            rate: run.changes,
            report,
          })
        : undefined;
    const recording =
      typeof place.metrics === 'string'
        ? undefined
        : await startRecording(place.metrics, Math.max(2_000, (run.seconds * 1000) / 240));
    report(`${run.scenario} at ${run.rate} a second for ${run.seconds} s`);
    const ended = new AbortController();
    const [k6, streams] = await Promise.all([
      runScenario(
        {
          ...settings,
          BASE_URL: place.url,
          USERS: usersFile,
          SUMMARY: summaryFile,
          RATE: String(run.rate),
          DURATION: `${run.seconds}s`,
          SLACK: run.slack === null ? 'none' : String(run.slack),
        },
        scenario.script,
        { onPoint: (line) => timeline.add(line) },
      ).finally(() => ended.abort()),
      held?.change(ended.signal),
    ]);
    const recorded = await recording?.stop();
    const own = recorded ? figuresOf(recorded) : (place.metrics as string);
    return outcomeOf({ run, scenario, place, at, timeline, k6, streams, own, summaryFile });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Students, sessions and settings of a run. */
async function prepare(
  run: LoadRun,
  scenario: Scenario,
  place: LoadPlace,
  report: (line: string) => void,
): Promise<{ users: readonly User[]; settings: LoadSettings; changers: number }> {
  const isLive = scenario.needs === 'streams';
  const count = isLive
    ? Math.ceil(run.pages / PAGES_PER_SIGN_IN)
    : Math.ceil(scenario.students(run.rate, run.seconds));
  const changers = Math.min(CHANGERS, count);
  const makes = run.usersFile === undefined && count > 0;
  if (makes) {
    useOperator(place);
    report(`Making ${count} students`);
  }
  const users =
    run.usersFile === undefined
      ? await makeStudents(count, isLive ? changers : count)
      : readUsers(run.usersFile, count);
  if (scenario.needs === 'open sessions' && makes) await makeOpenSessions();
  const seats = run.seats ?? Math.max(1, Math.round(users.length * SEATS_SHARE));
  const hot =
    scenario.needs === 'hot session'
      ? { SEATS: String(seats), SESSION: String(run.session ?? (await makeHotSession(seats))) }
      : {};
  const settings = {
    ...hot,
    CARDS_URL: place.cardsUrl,
    MAIL_URL: place.mailUrl,
    STAFF_LOGIN: run.staff?.login,
    STAFF_PASSWORD: run.staff?.password,
  };
  return { users, settings, changers };
}

function figuresOf(recording: Recording): PortalFigures {
  const { before, after, readings } = recording;
  const observed = (metric: string, by: string) => observedBetween(before, after, { metric, by });
  return {
    calls: observed('portal_call_seconds', 'call'),
    rpcs: observed('portal_rpc_seconds', 'rpc'),
    partners: observed('portal_partner_seconds', 'partner'),
    processes: useOf(recording),
    readings,
  };
}

function outcomeOf({
  run,
  scenario,
  place,
  at,
  timeline,
  k6,
  streams,
  own,
  summaryFile,
}: {
  run: LoadRun;
  scenario: Scenario;
  place: LoadPlace;
  at: string;
  timeline: Timeline;
  k6: { ok: boolean; text: string };
  streams: StreamFigures | undefined;
  own: PortalFigures | string;
  summaryFile: string;
}): Outcome {
  const verdicts = [
    ...verdictsOf(readSummary(summaryFile, k6.text)),
    ...(streams ? streamVerdicts(streams, run.slack) : []),
    ...(scenario.logsQueue ? [fairnessVerdict(readQueuedPeople(k6.text))] : []),
    ...(typeof own === 'string' || run.slack === null
      ? []
      : memoryVerdicts(own.processes, run.memoryMbPerHour)),
  ];
  return {
    scenario: run.scenario,
    does: scenario.does,
    portal: place.what,
    url: place.url,
    at,
    rate: run.rate,
    seconds: run.seconds,
    slack: run.slack === null ? 'no limits on time' : String(run.slack),
    machine: machineText(),
    ok: k6.ok && verdicts.every(({ ok }) => ok),
    verdicts,
    calls: timeline.calls,
    refused: timeline.refused,
    overTime: timeline.overTime,
    streams,
    own,
    text: scenario.logsQueue ? withoutQueueLines(k6.text) : k6.text,
  };
}

/** A run whose preparation failed has no summary; k6 printed the reason. */
function readSummary(file: string, text: string): Summary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Summary;
  } catch {
    throw new Error(`k6 could not run the scenario:\n${text}`);
  }
}
