import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';
import { OPTIONS, planOf } from './plan.ts';
import { statusTable, sumOf } from './status.ts';
import { help, type Task, verbs } from './verbs.ts';

const ID = '01990000-0000-7000-8000-000000000001';
const plan = (...args: string[]) => planOf(args, 'ruth');
const taskOf = (...args: string[]): Task | undefined => plan(...args)?.task;

/** Words that each verb takes. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  status: [],
  'first-admin': ['--email', 'ruth@jse.test', '--name', 'Ruth Hoffman'],
  letters: ['payments'],
  redrive: ['payments', 'all'],
  end: ['payments', ID],
  'call-off': ['12'],
  blanked: [],
  'blank-again': ['12', '13'],
  rebuild: ['registration'],
  backup: ['/backups/today'],
  restore: ['/backups/today', 'payments'],
  reconcile: ['list', '--since', '2026-11-23T05:00:00Z'],
  migrate: ['identity'],
  key: ['operator'],
  rotate: ['payments'],
  restart: ['all'],
  drain: ['node-1.example.org'],
};

describe('a command line of ops', () => {
  test('is known for each verb, and runs a file that is there', () => {
    expect(Object.keys(EXAMPLES)).toEqual(Object.keys(verbs));
    for (const [verb, words] of Object.entries(EXAMPLES)) {
      const task = taskOf(verb, ...words, '--release', 'portal');
      if (task?.kind === 'service' || task?.kind === 'here')
        expect({ verb, there: existsSync(join(ROOT, task.command[1] as string)) }).toEqual({
          verb,
          there: true,
        });
    }
  });

  test('prints help without words or with `help`', () => {
    expect(plan()).toBeUndefined();
    expect(plan('help')).toBeUndefined();
    for (const verb of Object.keys(verbs)) expect(help()).toContain(`\n  ${verb}`);
    for (const option of Object.keys(OPTIONS)) expect(help()).toContain(`--${option} `);
  });

  test('is done in the name of its user, or of the named person', () => {
    expect(plan('letters', 'payments')).toMatchObject({ by: 'ruth', place: { kind: 'local' } });
    expect(plan('letters', 'payments', '--as', 'Dan')).toMatchObject({ by: 'Dan' });
  });

  test('asks before an irreversible command, unless the answer is given', () => {
    const questioned = Object.entries(EXAMPLES)
      .filter(([verb, words]) => plan(verb, ...words, '--release', 'portal')?.question)
      .map(([verb]) => verb);
    expect(questioned).toEqual([
      'end',
      'call-off',
      'blank-again',
      'rebuild',
      'restore',
      'rotate',
      'drain',
    ]);
    const apply = ['reconcile', 'apply', '--since', '2026-11-23T05:00:00Z'];
    expect(plan(...apply)?.question).toContain('refunded');
    expect(plan(...apply, '--yes')?.question).toBeUndefined();
    expect(plan('restore', 'folder', 'payments')?.question).toContain('databases of payments');
  });

  test('backs up all services where none is named', () => {
    expect(taskOf('backup', 'folder')).toMatchObject({
      services: expect.arrayContaining(['identity', 'transcripts']),
    });
  });

  test('is for a release in a cluster where one is named', () => {
    expect(
      plan('status', '--release', 'portal', '--namespace', 'jse', '--context', 'prod')?.place,
    ).toEqual({
      kind: 'cluster',
      release: 'portal',
      kubectl: ['--context=prod', '--namespace=jse'],
    });
  });

  test.each([
    [['payment'], 'There is no verb payment.'],
    [['constructor'], 'There is no verb constructor.'],
    [['letters', 'bff'], 'Which service?'],
    [['letters', 'payments', 'all'], 'The list needs nothing but the service.'],
    [['redrive', 'payments'], 'Which dead letter?'],
    [['redrive', 'payments', "1' OR 1=1"], 'Which dead letter?'],
    [['end', 'payments', 'all'], 'Which dead letter?'],
    [['call-off', '12; DROP'], 'Which session?'],
    [['blank-again'], 'Which students?'],
    [['blank-again', '12', '13; DROP'], 'Which students?'],
    [['rebuild', 'catalog'], 'Which service?'],
    [['migrate', '../x'], 'Which service?'],
    [['backup'], 'Which folder?'],
    [['backup', 'folder', 'bff'], 'Which service?'],
    [['restore', 'folder', 'payment'], 'Which service?'],
    [['reconcile'], 'Do you want a list, or apply it?'],
    [['reconcile', 'list'], 'Since when?'],
    [['reconcile', 'list', '--since', 'yesterday'], 'Since when?'],
    [
      ['reconcile', 'apply', '--since', '2026-11-23', '--quiet-minutes', 'few'],
      'How many minutes?',
    ],
    [['key', 'nobody'], 'Whose key?'],
    [['restart', 'postgres', '--release', 'portal'], 'Which part?'],
    [['drain', '--release', 'portal'], 'Which node?'],
    [['rotate', 'operator', '--release', 'portal'], 'Which part?'],
    [['first-admin', '--email', 'ruth', '--name', 'Ruth'], '--email must be an email address.'],
    [['first-admin', '--email', 'ruth@jse.test'], '--name must be a name'],
    [['rotate', 'payments'], 'rotate is for a cluster'],
    [['restart', 'all'], 'restart is for a cluster'],
    [['status', '--namespace', 'jse'], 'Which release?'],
    [['status', '--release', 'portal jse'], 'portal jse is no name of a release.'],
    [['status', '--relase', 'portal'], "Unknown option '--relase'"],
  ])('%j is refused in a sentence', (args, sentence) => {
    expect(() => plan(...args)).toThrow(UserError);
    expect(() => plan(...args)).toThrow(sentence);
  });
});

describe('the status of services', () => {
  const metrics = `# HELP portal_dead_events x
portal_dead_events 1
portal_dead_processes 2
portal_refunds_refused 0
portal_outbox_oldest_seconds 3.6
portal_invariant_broken{invariant="a payment is its charges"} 1
portal_invariant_broken{invariant="a lot is never negative"} 0
`;

  test('sums a metric over its samples with and without labels', () => {
    expect(sumOf(metrics, 'portal_invariant_broken')).toBe(1);
    expect(sumOf(metrics, /^portal_dead_(processes|events|mails)$/)).toBe(3);
    expect(sumOf(metrics, 'portal_outbox')).toBeUndefined();
  });

  test('is a table that shows unavailable services and missing metrics', () => {
    const lines = statusTable([
      { part: 'payments', ready: true, metrics },
      { part: 'bff', ready: false, metrics: undefined },
    ]).split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      [
        'part',
        'ready',
        'events waiting',
        'oldest s',
        'processes running',
        'dead letters',
        'refunds late',
        'payments unclear',
        'invariants broken',
      ],
      ['payments', 'yes', '-', '4', '-', '3', '0', '-', '1'],
      ['bff', 'NO', '-', '-', '-', '-', '-', '-', '-'],
    ]);
  });
});
