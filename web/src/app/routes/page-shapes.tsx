import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../shared/page/mark.tsx';
import frame from '../../shared/sign-in/sign-in-frame.module.css';
import { BlockSkeleton, Loading, RowSkeletons } from '../../shared/ui/feedback.tsx';
import shell from '../theme/student-shell.module.css';
import classes from './page-shapes.module.css';

// Placeholders for pages whose chunk is still loading: each has the frame and the blocks of its
// page, so that nothing moves when the page appears.

/** The pages without a session: panel and cards. */
export function SignInShape() {
  return (
    <div className={frame.frame}>
      <div className={frame.panel}>
        <Brand inverted />
      </div>
      <main className={frame.cards}>
        <Loading>
          <Skeleton h={330} radius="lg" />
        </Loading>
        <Loading>
          <Skeleton h={220} radius="lg" />
        </Loading>
      </main>
    </div>
  );
}

/** The frame of the student pages around the shape of one. */
export function FrameShape({ children }: { children: ReactNode }) {
  return (
    <div className={shell.frame}>
      <div className={shell.top}>
        <div className={shell.bar}>
          <span className={shell.home}>
            <Brand />
          </span>
        </div>
      </div>
      <main className={shell.main}>{children}</main>
    </div>
  );
}

const Heading = () => (
  <Loading>
    <Skeleton h={35} w="min(100%, 280px)" />
  </Loading>
);

/** The bar with the switch, then rows. */
export function ExamsShape() {
  return (
    <div className={classes.stack}>
      <Loading>
        <Skeleton h={60} radius="lg" />
      </Loading>
      <Heading />
      <RowSkeletons count={8} />
    </div>
  );
}

export function PackagesShape() {
  return (
    <div className={classes.stack}>
      <Heading />
      <div className={classes.cards}>
        <BlockSkeleton height={400} />
        <BlockSkeleton height={400} />
        <BlockSkeleton height={400} />
      </div>
    </div>
  );
}

/** A wide column and a narrow one: the account, a payment for seminary study. */
export function ColumnsShape() {
  return (
    <div className={classes.stack}>
      <Heading />
      <div className={classes.columns}>
        <BlockSkeleton height={420} />
        <BlockSkeleton height={220} />
      </div>
    </div>
  );
}

/** One message in the middle of the page. */
export function PlainShape() {
  return (
    <main className={shell.main}>
      <BlockSkeleton height={160} />
    </main>
  );
}
