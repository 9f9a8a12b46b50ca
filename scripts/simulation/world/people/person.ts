import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@portal/kit/auth/actor';
import { DomainError } from '@portal/kit/errors';
import { type Random, randomOf } from '../processes/random.ts';
import type { World } from '../world.ts';

interface By {
  actor: Actor;
  key: string;
  requestId: string;
}
export type Click = (by: By) => Promise<unknown>;

/** Counts of clicks by the code of the answer. */
export type Outcomes = Map<string, number>;

/** A person at a browser whose clicks have keys and may be repeated. */
export class Person {
  readonly world: World;
  readonly random: Random;
  private readonly actor: Actor;
  private readonly outcomes: Outcomes;

  constructor(world: World, actor: Actor, outcomes: Outcomes) {
    this.world = world;
    this.random = randomOf(world.seed, actor.name);
    this.actor = actor;
    this.outcomes = outcomes;
  }

  /**
   * Clicks once; impatient people click twice, stubborn ones again after an error, others stop.
   * Returns the last answer: a code, or 'done'.
   */
  async click(name: string, work: Click, about?: number): Promise<string> {
    const { random } = this;
    const actor = about === undefined ? this.actor : { ...this.actor, studentId: about };
    const by = { actor, key: randomUUID(), requestId: randomUUID() };
    if (random.chance(0.15)) this.once(name, work, by).catch(() => {});
    for (let left = random.below(4); ; left--) {
      const { code, isOver } = await this.once(name, work, by);
      if (isOver || left <= 0) return code;
      await pause(500 + random.below(8_000));
    }
  }

  private async once(
    name: string,
    work: Click,
    by: By,
  ): Promise<{ code: string; isOver: boolean }> {
    const note = (code: string, isOver: boolean) => {
      this.world.runtime.note(`${this.actor.name} ${name}: ${code}`);
      this.outcomes.set(`${name} ${code}`, (this.outcomes.get(`${name} ${code}`) ?? 0) + 1);
      return { code, isOver };
    };
    try {
      const answer = (await work(by)) as { error?: string } | undefined;
      return note(answer?.error === undefined ? 'done' : 'done in part', true);
    } catch (error) {
      if (!(error instanceof DomainError))
        return note(`failed: ${(error as Error).message}`, false);
      return note(error.code, !error.isTransient && error.code !== 'request_in_progress');
    }
  }
}
