import { SERVICES, type ServiceName } from '../paths.ts';

/**
 * Who signs in to NATS: each service and the BFF with what they need, and the operator, who may do
 * everything.
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
  transcripts: ['seminary.redeemed'],
};

/**
 * Services whose events tell open pages of changes; the BFF hears all of theirs, with consumers of
 * the moment.
 */
const HEARD_BY_BFF: readonly ServiceName[] = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'seminary',
];
/** What the BFF hears without a stream. */
const HEARD_LIVE = [
  'catalog.>',
  'schools.>',
  'identity.password_changed',
  'identity.staff_access_changed',
  'identity.sign_in_barred',
];

const API = '$JS.API';
const streamOf = (service: string): string => service.toUpperCase();
const consumerOf = (service: string, event: string): string =>
  `${service}_${event.replace('.', '_')}`;
const ownerOf = (event: string): string => event.split('.')[0] as string;

interface Permissions {
  readonly publish: readonly string[];
  readonly deny?: readonly string[];
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
 * The BFF publishes nothing. Its consumers have names of the moment, so those of services are
 * denied by name.
 */
function ofBff(): Permissions {
  const durables = SERVICES.flatMap((service) =>
    CONSUMES[service].map((event) => [ownerOf(event), consumerOf(service, event)] as const),
  );
  return {
    publish: [
      `${API}.INFO`,
      ...HEARD_BY_BFF.flatMap((service) => [
        `${API}.STREAM.INFO.${streamOf(service)}`,
        `${API}.CONSUMER.CREATE.${streamOf(service)}.*.${service}.>`,
        `${API}.CONSUMER.INFO.${streamOf(service)}.*`,
        `${API}.CONSUMER.MSG.NEXT.${streamOf(service)}.*`,
      ]),
    ],
    deny: durables
      .filter(([owner]) => HEARD_BY_BFF.includes(owner as ServiceName))
      .flatMap(([owner, consumer]) => [
        `${API}.CONSUMER.CREATE.${streamOf(owner)}.${consumer}.>`,
        `${API}.CONSUMER.MSG.NEXT.${streamOf(owner)}.${consumer}`,
      ]),
    subscribe: ['_INBOX.bff.>', ...HEARD_LIVE],
  };
}

const list = (subjects: readonly string[]): string =>
  `[\n${subjects.map((one) => `          "${one}"`).join('\n')}\n        ]`;

function userBlock(user: NatsUser, password: string): string {
  const head = `    {\n      user: ${user}\n      password: ${password}\n`;
  if (user === 'operator') return `${head}    }`;
  const { publish, deny, subscribe } = user === 'bff' ? ofBff() : ofService(user);
  const denied = deny ? `\n        deny: ${list(deny)}` : '';
  return `${head}      permissions: {
        publish: {
        allow: ${list(publish)}${denied}
        }
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
  return `# Who may do what at NATS. Written by scripts/start/servers/nats-config.ts, which a test compares with this.
authorization {
  users: [
${users.join('\n')}
  ]
}
`;
}
