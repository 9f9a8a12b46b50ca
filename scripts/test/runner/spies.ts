import type { ModuleMocker } from 'jest-mock';

interface Spied {
  readonly object: object;
  readonly key: PropertyKey;
  /** The property before; undefined when it was inherited. */
  readonly before: PropertyDescriptor | undefined;
}

const spied: Spied[] = [];

/** `jest.spyOn` that remembers what it replaced. */
export const spiesOf = (mocker: ModuleMocker): ModuleMocker['spyOn'] =>
  ((object: object, key: PropertyKey, ...access: never[]) => {
    const before = Object.getOwnPropertyDescriptor(object, key);
    if (!mocker.isMockFunction(before?.value)) spied.push({ object, key, before });
    return (mocker.spyOn as (...all: unknown[]) => unknown).call(mocker, object, key, ...access);
  }) as ModuleMocker['spyOn'];

/** Puts back every property that a spy still holds, the last one first, and names them. */
export function takeOffSpies(): string[] {
  const left: string[] = [];
  for (const { object, key, before } of spied.splice(0).reverse()) {
    const now = Object.getOwnPropertyDescriptor(object, key);
    if (now?.value === before?.value && now?.get === before?.get) continue;
    left.push(String(key));
    if (before) Object.defineProperty(object, key, before);
    else Reflect.deleteProperty(object, key);
  }
  return left;
}
