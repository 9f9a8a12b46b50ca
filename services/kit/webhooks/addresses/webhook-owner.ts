import type { Sql } from '../../database/database.ts';
import type { Resolve } from '../hosts/resolve-host.ts';

/** An address as identity has it. */
export interface KnownAddress {
  id: number;
  url: string;
  events: readonly string[];
  /** False: switched off, or removed. */
  active: boolean;
  /** Rises with every change. */
  version: number;
  createdAt: Date;
  /** The newest first; two while a secret is rotated. None of one that is not active. */
  secrets: readonly { secret: string; until: Date | null }[];
}

/** An event that a webhook tells of. */
export interface Message {
  /** The id of the event. */
  id: string;
  /** registration.created */
  event: string;
  /** The payload of the event, as JSON of its message. */
  data: unknown;
}

/** The reason why an address is switched off. */
export interface SwitchOff {
  webhookId: number;
  /** Of the address that it is about: one that was changed since is left alone. */
  version: number;
  why: 'gone' | 'no_success';
  /** No try of this service was accepted since. */
  since: Date;
}

/** The functions that a service provides to deliver its own events as webhooks. */
export interface WebhookOwner {
  /** The names of these events. */
  events: readonly string[];
  /**
   * Returns the data of each message: ids and facts, no personal data. A message that is
   * missing in the response is sent without data.
   */
  dataOf: (sql: Sql, messages: readonly Message[]) => Promise<ReadonlyMap<string, object>>;
  /** Asks identity for all addresses, those that were removed of late among them. */
  askAddresses: () => Promise<readonly KnownAddress[]>;
  /**
   * Tells identity to switch one off, with the mail, unless it accepts what other services
   * send.
   */
  switchOff: (order: SwitchOff) => Promise<void>;
  /** Hosts that may have local addresses: for development alone. */
  localHosts: readonly string[];
  /** How names are resolved; DNS unless said otherwise. */
  resolve?: Resolve;
}
