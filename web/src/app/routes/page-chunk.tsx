import type { QueryClient } from '@tanstack/react-query';
import {
  Children,
  type ComponentType,
  isValidElement,
  lazy,
  type ReactNode,
  useState,
} from 'react';
import { matchRoutes, type RouteObject, useRoutes } from 'react-router-dom';
import { readSession } from '../../shared/session/session.ts';
import { queryClient } from '../query-client.ts';
import { ForJoiners, ForSignedIn, ForStaff, ForStudents } from './guards.tsx';

export type Place = Pick<Location, 'pathname' | 'search'>;

/** The first server calls of a page, in a small chunk of their own that loads before the page. */
interface FirstCalls {
  prefetch: (client: QueryClient, address: URLSearchParams) => void;
}

interface PageFile {
  /** Sends the first calls of the page, unless the page is loaded or loading. */
  prefetch: (address: URLSearchParams) => void;
  fetch: () => Promise<void>;
}
const files = new Map<unknown, PageFile>();
const guards = new Set<unknown>([ForStudents, ForStaff, ForJoiners, ForSignedIn]);

/** A page in a chunk of its own, loaded on first use; once loaded, it renders at once. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  firstCalls?: () => Promise<FirstCalls>,
): ComponentType {
  let loaded: ComponentType | undefined;
  let isRequested = false;
  const bring = async () => {
    loaded = (await load())[name];
    return { default: loaded };
  };
  const Lazy = lazy(bring);
  const Page = () => {
    // stays what it was when the file comes: the page would lose its state otherwise
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  };
  files.set(Page, {
    prefetch: (address) => {
      if (isRequested) return;
      firstCalls?.().then(
        ({ prefetch }) => prefetch(queryClient, address),
        () => {}, // the page asks itself
      );
    },
    fetch: async () => {
      if (isRequested) return;
      isRequested = true;
      // the page requests a chunk that failed to load again, and shows an error when that fails
      await bring().catch(() => {
        isRequested = false;
      });
    },
  });
  return Page;
}

interface Area {
  Pages: ComponentType;
  /** Loads the routes, then the page at `place`, if one is named. Never fails. */
  fetch: (place: Place | null) => Promise<void>;
}

/** Pages whose routes are in a chunk of their own, for people who never open any of them. */
export function area(load: () => Promise<{ routes: RouteObject[] }>): Area {
  let routes: RouteObject[] | undefined;
  const bring = async () => {
    routes = (await load()).routes;
  };
  const Drawn = () => useRoutes(routes ?? []);
  const Lazy = lazy(() => bring().then(() => ({ default: Drawn })));
  const Pages = () => {
    const [Shown] = useState<ComponentType>(() => (routes ? Drawn : Lazy));
    return <Shown />;
  };
  return {
    Pages,
    fetch: async (place) => {
      // the pages request a chunk that failed to load again, and show an error when that fails
      if (!routes) await bring().catch(() => {});
      if (routes && place) await fetchPages(routes, place);
    },
  };
}

const filesIn = (node: ReactNode): PageFile[] =>
  Children.toArray(node).flatMap((part) => {
    if (!isValidElement<{ children?: ReactNode }>(part)) return [];
    const file = files.get(part.type);
    return [...(file ? [file] : []), ...filesIn(part.props.children)];
  });

/**
 * Loads the chunk of a page together with the chunks of the frames around it, which would otherwise
 * load one after the other, and starts the page's first server calls. A visitor who is not signed
 * in is redirected to a login by a guard. Never fails.
 */
export async function fetchPages(
  routes: RouteObject[],
  { pathname, search }: Place,
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
  const found = elements.flatMap(filesIn);
  // before the files of the pages, which are many: the server works while they come
  for (const { prefetch } of found) prefetch(address);
  await Promise.all(found.map(({ fetch }) => fetch()));
}
