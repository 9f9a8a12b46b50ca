import { Card, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './sign-in-card.module.css';

interface SignInCardProps {
  title: string;
  /** Set when the title is mounted, e.g. to focus it. */
  titleRef?: Ref<HTMLHeadingElement>;
  subtitle?: string;
  /** The first card of a page carries its heading. */
  order?: 1 | 2;
  onSubmit?: () => void;
  children: ReactNode;
}

/** A card with one small form. */
export function SignInCard({
  title,
  titleRef,
  subtitle,
  order = 1,
  onSubmit,
  children,
}: SignInCardProps) {
  return (
    <Card component="section" padding={28}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <div>
          <Title
            order={order}
            fz={order === 1 ? 24 : 18}
            {...(titleRef ? { ref: titleRef, tabIndex: -1, style: { outline: 'none' } } : {})}
          >
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" mt={2}>
              {subtitle}
            </Text>
          )}
        </div>
        {children}
      </form>
    </Card>
  );
}
