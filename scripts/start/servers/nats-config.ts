import { SERVICES, type ServiceName } from '../paths.ts';

/**
 * The users of NATS: each service and the BFF with the rights that they need, and the operator with
 * all rights.
 */
export const NATS_USERS = [...SERVICES, 'bff', 'operator'] as const;
export type NatsUser = (typeof NATS_USERS)[number];

/** The events that each service consumes; a test of the service compares. */
const CONSUMES: Readonly<Record<ServiceName, readonly string[]>> = {
  identity: [],
  catalog: [],
  registration: [
    'identity.settings_changed',
    'identity.sign_in_barred',
    'identity.staff_access_changed',
    'identity.student_added',
    'identity.student_changed',
    'identity.webhook_changed',
    'identity.student_removed',
    'catalog.exam_changed',
    'catalog.locations_changed',
    'catalog.prices_changed',
    'schools.school_changed',
    'registration.created',
    'registration.cancelled',
    'registration.session_booked',
    'registration.session_cancelled',
    'registration.session_called_off',
    'registration.session_moved',
    'registration.sitting_moved',
    'registration.changed_to_online',
    'registration.session_reminder_due',
    'registration.waiting_offered',
    'registration.waiting_ended',
    'registration.proctor_booked',
    'registration.program_completed',
    'registration.disconnected',
    'registration.exam_taken',
    'registration.exam_disqualified',
    'registration.proctor_booking_given_up',
    'registration.reopened',
    'registration.assignment_uploaded',
    'registration.exam_graded',
    'transcripts.result_received',
  ],
  payments: [
    'identity.student_added',
    'identity.student_changed',
    'identity.webhook_changed',
    'identity.student_removed',
    'schools.school_changed',
    'catalog.exam_changed',
    'catalog.packages_changed',
    'catalog.prices_changed',
    'payments.charge_captured',
    'payments.charge_refunded',
    'payments.refund_failed',
    'payments.package_assigned',
    'payments.reconciliation_difference',
  ],
  schools: ['identity.settings_changed', 'registration.cancelled'],
  seminary: ['identity.student_added', 'payments.charge_refunded'],
  transcripts: ['seminary.redeemed', 'registration.exam_graded'],
};

/** Services whose events the BFF subscribes to: they change open pages, and end sessions. */
const BFF_EVENT_SOURCES: readonly ServiceName[] = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
];

const API = '$JS.API';
const streamOf = (service: string): string => service.toUpperCase();
const consumerOf = (service: string, event: string): string =>
  `${service}_${event.replace('.', '_')}`;
const ownerOf = (event: string): string => event.split('.')[0] as string;

interface Permissions {
  /** Empty: publishes nothing at all. */
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/**
 * A service publishes its own events, and asks JetStream for its own stream and its own consumers.
 */
function ofService(service: ServiceName): Permissions {
  const events = CONSUMES[service];
  const consuming = events.flatMap((event) => {
    const of = `${streamOf(ownerOf(event))}.${consumerOf(service, event)}`;
    return [
      `${API}.CONSUMER.CREATE.${of}.${event}`,
      `${API}.CONSUMER.INFO.${of}`,
      `${API}.CONSUMER.MSG.NEXT.${of}`,
      `$JS.ACK.${of}.>`,
    ];
  });
  const owners = [...new Set([service, ...events.map(ownerOf)])];
  return {
    publish: [
      `${service}.>`,
      `${API}.INFO`,
      `${API}.STREAM.CREATE.${streamOf(service)}`,
      ...owners.map((owner) => `${API}.STREAM.INFO.${streamOf(owner)}`),
      ...consuming,
    ],
    subscribe: [`_INBOX.${service}.>`],
  };
}

/**
 * The BFF subscribes and publishes nothing: a user that may create consumers of JetStream may let
 * them deliver to any subject.
 */
const ofBff = (): Permissions => ({
  publish: [],
  subscribe: BFF_EVENT_SOURCES.map((service) => `${service}.>`),
});

const list = (subjects: readonly string[]): string =>
  `[\n${subjects.map((one) => `          "${one}"`).join('\n')}\n        ]`;

function userBlock(user: NatsUser, password: string): string {
  const head = `    {\n      user: ${user}\n      password: ${password}\n`;
  if (user === 'operator') return `${head}    }`;
  const { publish, subscribe } = user === 'bff' ? ofBff() : ofService(user);
  const publishing = publish.length > 0 ? `allow: ${list(publish)}` : 'deny: ">"';
  return `${head}      permissions: {
        publish: { ${publishing} }
        subscribe: { allow: ${list(subscribe)} }
      }
    }`;
}

/** The name of the variable that holds a user's password. */
export const passwordVariable = (user: NatsUser): string => `NATS_PASSWORD_${user.toUpperCase()}`;

/**
 * Users of NATS with their passwords and rights, as a configuration file; with passwords from
 * variables unless they are given.
 */
export function natsConfig(
  passwordOf: (user: NatsUser) => string = (user) => `$${passwordVariable(user)}`,
): string {
  const users = NATS_USERS.map((user) => userBlock(user, passwordOf(user)));
  const source = 'scripts/start/servers/nats-config.ts';
  return `# Who may do what at NATS. Written by ${source}, which a test compares with this.
authorization {
  users: [
${users.join('\n')}
  ]
}
`;
}
