// For each alert of charts/portal/files/alerts.yaml and slos.yaml the series with which it must
// fire, and those with which it must not.

/** Samples a minute apart, in promtool's notation: '0+1x10' counts from 0 to 10. */
export type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  /** The interval of samples and evaluations; a minute unless given. */
  interval?: string;
  /** When the alert is evaluated, e.g. 10m after the first sample. */
  at: string;
  fires: Series;
  quiet: Series;
}

const of = (job: string, more = '') => `namespace="jse",release="portal",job="${job}"${more}`;
const up = (job: string, pod: string) => `up{${of(job)},instance="${pod}"}`;
const ready = (job: string, pod: string) => `portal_ready{${of(job)},instance="${pod}"}`;
const probe = `probe_success{${of('portal-probe')},instance="https://portal.example.org/readyz"}`;
const rpc = (code: string, job = 'payments') =>
  `portal_rpc_seconds_count{${of(job)},rpc="payments.v1.Cards/Save",code="${code}"}`;
const call = (status: string) => `portal_call_seconds_count{${of('bff')},status="${status}"}`;
const gauge = (name: string, job = 'registration', more = '') => `${name}{${of(job, more)}}`;
/** The same value each minute for some minutes. */
const steady = (value: number, minutes = 60): string => `${value}x${minutes}`;
/** A gauge that fires above a number for some time, and is quiet at a lower one. */
const above = (
  name: string,
  at: string,
  [high, low]: readonly [number, number],
  more = '',
  minutes?: number,
): AlertCase => ({
  at,
  fires: { [gauge(name, 'registration', more)]: steady(high, minutes) },
  quiet: { [gauge(name, 'registration', more)]: steady(low, minutes) },
});
const bucket = (le: string, name = 'registration.v1.Exams/List') =>
  `portal_rpc_seconds_bucket{${of('registration')},rpc="${name}",le="${le}"}`;
/** A histogram with some samples below the bound and the rest above it. */
const histogram = (
  name: string,
  labels: string,
  [le, below]: readonly [string, string],
  all: string,
): Series => ({
  [`${name}_bucket{${labels},le="${le}"}`]: below,
  [`${name}_bucket{${labels},le="+Inf"}`]: all,
  [`${name}_count{${labels}}`]: all,
});
const read = (below: string, all: string) =>
  histogram(
    'portal_call_seconds',
    of('bff', ',call="/api/getAllExamsAccordingStudent",status="200"'),
    ['0.5', below],
    all,
  );
const delivery = (below: string, all: string) =>
  histogram(
    'portal_event_delivery_seconds',
    of('payments', ',event="registration.created"'),
    ['10', below],
    all,
  );
const purchases = (below: string, all: string) =>
  histogram(
    'portal_process_seconds',
    of('registration', ',process="registerAndBook",outcome="done"'),
    ['60', below],
    all,
  );
const fingerprint = (scripts: string) =>
  `portal_page_fingerprint{${of('bff')},scripts="${scripts}",headers="h"}`;

/** The cases by the name of the alert. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  PortalPartDown: {
    at: '10m',
    // one pod does not answer, the other is not ready
    fires: {
      [up('catalog', 'a')]: steady(1),
      [ready('catalog', 'a')]: '1 1 0x20',
      [up('catalog', 'b')]: '1 1 0x20',
      [ready('catalog', 'b')]: '1 1 stale',
    },
    // one unavailable pod of two
    quiet: {
      [up('catalog', 'a')]: steady(1),
      [ready('catalog', 'a')]: steady(1),
      [up('catalog', 'b')]: '1 1 0x20',
    },
  },
  PortalPodUnready: {
    at: '10m',
    // one BFF has lost Redis: it still answers Prometheus
    fires: {
      [up('bff', 'a')]: steady(1),
      [ready('bff', 'a')]: '1 1 0x20',
      [up('bff', 'b')]: steady(1),
      [ready('bff', 'b')]: steady(1),
    },
    // one missed scrape
    quiet: {
      [up('bff', 'a')]: '1 1 0 1x20',
      [ready('bff', 'a')]: '1 1 0 1x20',
      [up('bff', 'b')]: steady(1),
      [ready('bff', 'b')]: steady(1),
    },
  },
  PortalUnreachable: {
    at: '10m',
    fires: { [probe]: '1 1 0x20' },
    quiet: { [probe]: '1 1 0 1x20' },
  },
  PortalPartGone: {
    at: '20m',
    fires: { [up('catalog', 'a')]: '1x5 stale', [up('bff', 'a')]: steady(1) },
    // pods are replaced by others
    quiet: { [up('catalog', 'a')]: '1x5 stale', [up('catalog', 'b')]: '_x4 1x30' },
  },
  PortalBugs: {
    // the first one after a start
    at: '12m',
    fires: { [rpc('ok')]: '0+60x30', [rpc('bug')]: '_x10 1x20' },
    // the last one was an hour ago
    quiet: { [rpc('ok')]: '0+60x30', [rpc('bug')]: steady(3), [rpc('too_few_credits')]: '0+5x30' },
  },
  PortalBffErrors: {
    at: '15m',
    fires: { [call('200')]: '0+600x30', [call('503')]: '0+12x30' },
    // of few calls a half fails
    quiet: { [call('200')]: '0+1x30', [call('422')]: '0+200x30', [call('503')]: '0+1x30' },
  },
  PortalVisitorsWait: {
    at: '20m',
    fires: { [gauge('portal_waiting_room_expected_seconds', 'bff')]: steady(240) },
    // a short rush, and a wait that needs no operator
    quiet: {
      [gauge('portal_waiting_room_expected_seconds', 'bff', ',instance="a"')]: '0x15 400x3 0x20',
      [gauge('portal_waiting_room_expected_seconds', 'bff', ',instance="b"')]: steady(100),
    },
  },
  PortalQueueFull: {
    at: '20m',
    fires: {
      [gauge('portal_waiting_room_refused_total', 'bff', ',why="full"')]: '0x10 0+50x20',
    },
    // one address took too many places
    quiet: {
      [gauge('portal_waiting_room_refused_total', 'bff', ',why="full"')]: steady(700),
      [gauge('portal_waiting_room_refused_total', 'bff', ',why="address"')]: '0+50x40',
    },
  },
  PortalUnavailable: {
    at: '15m',
    fires: { [rpc('ok')]: '0+100x30', [rpc('unavailable')]: '0+10x30' },
    // of few calls a half
    quiet: { [rpc('ok')]: '0+1x30', [rpc('unavailable')]: '0+1x30' },
  },
  PortalSlow: {
    at: '30m',
    fires: { [bucket('0.5')]: '0+80x40', [bucket('1')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
    // calls of the card processor may take longer
    quiet: {
      [bucket('0.5', 'payments.v1.Purchases/Buy')]: '0+10x40',
      [bucket('1', 'payments.v1.Purchases/Buy')]: '0+100x40',
      [bucket('+Inf', 'payments.v1.Purchases/Buy')]: '0+100x40',
      // one slow call of three
      [bucket('0.5')]: '0x25 2x15',
      [bucket('1')]: '0x25 3x15',
      [bucket('+Inf')]: '0x25 3x15',
    },
  },
  PortalEventsWait: above('portal_outbox_waiting', '10m', [500, 40]),
  PortalBrokerAway: above('portal_broker_connected', '10m', [0, 1]),
  PortalEventsOld: above('portal_outbox_oldest_seconds', '10m', [90, 3]),
  PortalDeadEvents: above('portal_dead_events', '1m', [1, 0]),
  PortalDeadProcesses: above('portal_dead_processes', '1m', [1, 0]),
  PortalDeadMails: above('portal_dead_mails', '1m', [1, 0]),
  PortalWebhooksFail: {
    at: '30m',
    fires: {
      [gauge('portal_webhook_failing_seconds')]: steady(3700),
      [gauge('portal_webhook_overdue_seconds')]: steady(0),
    },
    quiet: {
      [gauge('portal_webhook_failing_seconds')]: steady(3500),
      [gauge('portal_webhook_overdue_seconds')]: steady(3500),
    },
  },
  PortalPruningBehind: above(
    'portal_oldest_row_seconds',
    '7h',
    [93 * 86_400, 90 * 86_400],
    ',table="mail"',
    480,
  ),
  PortalEventsRetrying: above('portal_events_retrying', '10m', [30, 5]),
  PortalRefundsRefused: above('portal_refunds_refused', '25h', [2, 0], '', 1600),
  PortalRefundsOverdue: above('portal_refunds_overdue', '2h', [1, 0], '', 130),
  PortalPaymentsUnclear: above('portal_payments_unclear', '30m', [1, 0]),
  PortalNotReconciled: above('portal_reconciliation_age_seconds', '2h', [200_000, 80_000], '', 130),
  PortalInvariantBroken: above(
    'portal_invariant_broken',
    '30m',
    [1, 0],
    ',invariant="a payment is its charges"',
  ),
  PortalProcessOld: above('portal_process_oldest_seconds', '10m', [1000, 30]),
  PortalProcessesStuck: {
    at: '20m',
    fires: { [gauge('portal_processes_running')]: steady(25) },
    // many run, and are done with
    quiet: {
      [gauge('portal_processes_running')]: '80 3 90 0 70 2 60 5 80 3 90 0 70 2 60 5 80 3 90 0',
    },
  },
  PortalDatabaseAway: above('portal_outbox_waiting', '10m', [-1, 0]),
  PortalIdentityGuessing: {
    at: '60m',
    fires: { [gauge('portal_identity_check_misses_total', 'identity')]: '0+3x60' },
    quiet: { [gauge('portal_identity_check_misses_total', 'identity')]: '0+1x60' },
  },
  PortalScriptsBlocked: {
    at: '15m',
    fires: {
      [gauge('portal_csp_reports_total', 'bff', ',directive="script-src",blocked="inline"')]:
        '0+2x20',
    },
    quiet: {
      [gauge('portal_csp_reports_total', 'bff', ',directive="script-src",blocked="extension"')]:
        '0+9x20',
    },
  },
  PortalPageChanged: {
    at: '90m',
    fires: { [fingerprint('a')]: '1x80 stale', [fingerprint('b')]: '_x79 1x30' },
    // one more pod of the same release
    quiet: {
      [fingerprint('a')]: steady(1, 100),
      [fingerprint('a').replace('}', ',instance="b"}')]: '_x79 1x30',
    },
  },
  PortalConnectionsRefused: {
    at: '20m',
    fires: { [gauge('portal_connections_refused_total', 'bff', ',of="address"')]: '0+2x30' },
    quiet: { [gauge('portal_connections_refused_total', 'bff', ',of="address"')]: steady(7) },
  },
  PortalRestarts: {
    at: '15m',
    fires: { [gauge('process_start_time_seconds', 'bff')]: '100x2 200x2 300x2 400x2 500x9' },
    quiet: { [gauge('process_start_time_seconds', 'bff')]: '100x5 200x15' },
  },
  PortalBudgetGoneInTwoDays: {
    // availability: 2 of 100 calls fail, twenty times what the budget allows
    at: '70m',
    fires: { [call('200')]: '0+98x80', [call('503')]: '0+2x80' },
    // a quiet hour: one call of sixty fails, in its last minutes
    quiet: { [call('200')]: '0+1x90', [call('503')]: '0x67 1x23' },
  },
  PortalBudgetGoneInFiveDays: {
    // latency: 8 of 100 reads are slow
    interval: '5m',
    at: '370m',
    fires: read('0+460x80', '0+500x80'),
    // they were, until an hour ago
    quiet: read('0+460x60 27600+500x20', '0+500x80'),
  },
  PortalBudgetGoneInTenDays: {
    // delivery: 4 of 100 events are late
    interval: '10m',
    at: '25h',
    fires: delivery('0+96x160', '0+100x160'),
    quiet: delivery('0+98x160', '0+100x160'),
  },
  PortalBudgetGoneInAMonth: {
    // purchases: 3 of 200 take longer than a minute
    interval: '10m',
    at: '74h',
    fires: purchases('0+197x460', '0+200x460'),
    quiet: purchases('0+199x460', '0+200x460'),
  },
  PortalEventLoopBlocked: above('nodejs_eventloop_lag_p99_seconds', '10m', [0.4, 0.03]),
};
