import type { Server } from '../../postgres/server.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Host, Runtime } from './runtime.ts';
import type { ServiceName } from './services.ts';

/** How often faults happen, each as a chance from 0 to 1. */
export interface FaultRates {
  /** The connection breaks under a message between a service and its database. */
  databaseBreaks: number;
  /** The connection breaks under a call between services, on its way there or back. */
  callBreaks: number;
  /** The card processor's answer is lost, or a request reaches it late. */
  processorLost: number;
  processorDeclines: number;
  processorFails: number;
}

export const NO_FAULTS: FaultRates = {
  databaseBreaks: 0,
  callBreaks: 0,
  processorLost: 0,
  processorDeclines: 0,
  processorFails: 0,
};

/** Answers one call of a service at a replica. */
export type Implementation = (
  incoming: unknown,
  answer: (error: unknown, value?: unknown) => void,
) => void;

/** A replica of a service. */
export interface Replica extends Host {
  readonly service: ServiceName;
  readonly calls: ReadonlyMap<string, Implementation>;
}

/** The simulated world as the replacements of the machine's own modules see it. */
export interface Cluster {
  readonly runtime: Runtime;
  readonly databases: ReadonlyMap<string, Server>;
  readonly replicas: readonly Replica[];
  readonly processor: { ask(body: string): Promise<string> };
  readonly faultPlan: FaultPlan;
  faultRates: FaultRates;
}

let current: Cluster | null = null;

/** Returns the world that this process currently simulates. */
export function cluster(): Cluster {
  if (!current) throw new Error('no world is being simulated');
  return current;
}

export function enter(world: Cluster | null): void {
  current = world;
}
