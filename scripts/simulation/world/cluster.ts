import type { Server } from '../postgres/server.ts';
import type { FaultPlan } from './luck.ts';
import type { Host, Runtime } from './runtime.ts';
import type { ServiceName } from './services.ts';

/** How unkind the world is, each as a chance from 0 to 1. */
export interface FaultRates {
  /** That a message between a service and its database finds its connection broken. */
  databaseBreaks: number;
  /** That a call between services finds its connection broken, on its way there or back. */
  callBreaks: number;
  /** That the card processor's answer is lost, or that what it was asked arrives late. */
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

/** What the parts that stand in for the machine's own know of the world. */
export interface Cluster {
  readonly runtime: Runtime;
  readonly databases: ReadonlyMap<string, Server>;
  readonly replicas: readonly Replica[];
  readonly processor: { ask(body: string): Promise<string> };
  readonly luck: FaultPlan;
  weather: FaultRates;
}

let current: Cluster | null = null;

/** The world in which this process lives at this moment. */
export function cluster(): Cluster {
  if (!current) throw new Error('no world is being simulated');
  return current;
}

export function enter(world: Cluster | null): void {
  current = world;
}
