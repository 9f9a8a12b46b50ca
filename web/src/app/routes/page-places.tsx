import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { PageBoundary } from './page-boundary.tsx';
import {
  ColumnsShape,
  ExamsShape,
  PackagesShape,
  PlainShape,
  SignInShape,
} from './page-shapes.tsx';

/** A page whose chunk is loading or failed to load; `shape` is shown while it loads. */
function Page({ shape, children }: { shape: ReactNode; children: ReactNode }) {
  return (
    <PageBoundary>
      <Suspense fallback={shape}>{children}</Suspense>
    </PageBoundary>
  );
}

export const signingIn = (page: ReactNode) => <Page shape={<SignInShape />}>{page}</Page>;
export const plain = (page: ReactNode) => <Page shape={<PlainShape />}>{page}</Page>;

/** The shape of the page that the address names, inside a frame. */
export function ShapeOfPath() {
  const { pathname } = useLocation();
  if (pathname === '/') return <ExamsShape />;
  return pathname === '/packages' ? <PackagesShape /> : <ColumnsShape />;
}

/** Where a frame holds its page. */
export const inFrame = (
  <Page shape={<ShapeOfPath />}>
    <Outlet />
  </Page>
);
