import type { QueryClient } from '@tanstack/react-query';
import {
  Children,
  type ComponentType,
  isValidElement,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { readSession } from '../../shared/session/session.ts';
import { queryClient } from '../query-client.ts';
import { ForJoiners, ForSignedIn, ForStaff, ForStudents } from './guards.tsx';

/** What a page asks the server first, in a small file of its own: it comes before the page does. */
interface FirstCalls {
  askFirst: (client: QueryClient, address: URLSearchParams) => void;
}

type Fetch = (address: URLSearchParams) => Promise<void>;
const files = new Map<unknown, Fetch>();
const guards = new Set<unknown>([ForStudents, ForStaff, ForJoiners, ForSignedIn]);

/** A page in a file of its own, fetched when it is asked for; once it is there it shows at once. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  firstCalls?: () => Promise<FirstCalls>,
): ComponentType {
  let loaded: ComponentType | undefined;
  let isAsked = false;
  const bring = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(bring);
  const PageFile = () => {
    // stays what it was when the file comes: the page would lose its state otherwise
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  };
  files.set(PageFile, async (address) => {
    if (isAsked) return;
    isAsked = true;
    firstCalls?.().then(
      ({ askFirst }) => askFirst(queryClient, address),
      () => {}, // the page asks itself
    );
    // what did not come is asked for again by the page, which says so when it fails
    await bring().catch(() => {
      isAsked = false;
    });
  });
  return PageFile;
}

const filesIn = (node: ReactNode): Fetch[] =>
  Children.toArray(node).flatMap((part) => {
    if (!isValidElement<{ children?: ReactNode }>(part)) return [];
    const file = files.get(part.type);
    return [...(file ? [file] : []), ...filesIn(part.props.children)];
  });

/**
 * Asks for the file of a page together with those of the frames around it, which would ask for it
 * one after the other, and for what the page asks the server first. Who is not signed in comes to a
 * login from behind a guard. Never fails.
 */
export async function fetchPages(
  routes: RouteObject[],
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const elementsAt = (path: string) =>
    (matchRoutes(routes, path) ?? []).map(({ route }) => route.element);
  const named = elementsAt(pathname);
  const isGuarded = named.some((one) => isValidElement(one) && guards.has(one.type));
  const elements =
    isGuarded && !readSession().signedIn
      ? elementsAt(pathname.startsWith('/admin') ? '/admin/login' : '/login')
      : named;
  const address = new URLSearchParams(search);
  await Promise.all(elements.flatMap(filesIn).map((fetch) => fetch(address)));
}
